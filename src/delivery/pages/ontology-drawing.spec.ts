import type { GraphResponse } from '../../ontology/relationship.dto';
import { ringDrawing } from './ontology-drawing';

const LETTER = 6.3;

const around = (count: number): GraphResponse => ({
  entity: 'middle',
  depth: 1,
  truncated: false,
  nodes: ['middle', ...Array.from({ length: count }, (_, index) => `a-neighbour-${index}`)].map((id) => ({
    id,
    name: `A name of some length ${id}`,
    type: 'leader',
    theater: null,
  })),
  edges: [],
});

describe('the drawing of the neighbourhood of an entity', () => {
  it.each([3, 16, 30, 43])('prints no name over another, of %d', (count) => {
    const names = [
      ...ringDrawing(around(count))
        .toString()
        .matchAll(/<text\s+x="([\d.-]+)"\s+y="([\d.-]+)"\s+text-anchor="(\w+)"\s*>([^<]+)</g),
    ].map(([, x, y, anchor = '', name = '']) => {
      const width = name.length * LETTER;
      return {
        left: Number(x) - ({ start: 0, middle: width / 2, end: width }[anchor] ?? 0),
        width,
        y: Number(y),
        name,
      };
    });
    const over = names.flatMap((one, index) =>
      names
        .slice(index + 1)
        .filter(
          (other) =>
            Math.abs(one.y - other.y) < 12 && one.left < other.left + other.width && other.left < one.left + one.width,
        )
        .map(({ name }) => `${name} over ${one.name}`),
    );

    expect(names).toHaveLength(count + 1);
    expect(over).toEqual([]);
  });
});
