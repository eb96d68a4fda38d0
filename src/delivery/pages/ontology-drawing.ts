/** Neighbours on a ring ordered by kind, so that the same graph always has the same drawing. */
import { html, type Html } from '../../platform/common/html';
import { ENTITY_TYPES, type EntityType } from '../../ontology/entity';
import type { GraphResponse } from '../../ontology/relationship.dto';
import { entityKind } from './names';

const WIDTH = 900;
const HEIGHT = 640;

/** More neighbours are unreadable on a ring. */
export const DRAWN_MAX = 60;

export const ringDrawing = ({ entity, nodes, edges }: GraphResponse): Html => {
  const others = nodes
    .filter(({ id }) => id !== entity)
    .sort((a, b) => ENTITY_TYPES.indexOf(a.type) - ENTITY_TYPES.indexOf(b.type) || (a.id < b.id ? -1 : 1));
  const places = new Map<string, Point>([[entity, { x: WIDTH / 2, y: HEIGHT / 2 }]]);
  others.forEach(({ id }, index) => places.set(id, onRing(index, others.length)));
  const centre = nodes.find(({ id }) => id === entity);
  const labels = placedLabels(entity, nodes, places);
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="group"
    aria-label="${`Drawing: ${centre?.name ?? entity} and ${others.length} entities around it`}"
  >
    ${edges.map(({ type, from, to }) => {
      const a = places.get(from);
      const b = places.get(to);
      if (a === undefined || b === undefined) return false;
      return html`<path
        class="edge edge-${type}"
        d="M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}"
      />`;
    })}${nodes.map(({ id, name, type }) => {
      const place = places.get(id);
      if (place === undefined) return false;
      const { x, y } = place;
      const label = labels.get(id);
      return html`<a href="/entities/${encodeURIComponent(id)}"
        ><title>${`${name}, ${entityKind(type)}`}</title
        ><path
          class="${`node${id === entity ? ' node-centre' : ''}`}"
          d="${shapeOf(type, x, y, id === entity ? 12 : 7)}"
        />${label !== undefined && html`<text x="${label.x.toFixed(1)}" y="${label.y.toFixed(1)}" text-anchor="${label.anchor}">${name}</text>`}</a
      >`;
    })}
  </svg>`;
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Alternates between two rings if there are many, to separate the names. */
const onRing = (index: number, count: number): Point => {
  const angle = (2 * Math.PI * (index + 0.5)) / Math.max(1, count) - Math.PI / 2;
  const far = count <= 16 || index % 2 === 0 ? 1 : 0.6;
  return { x: WIDTH / 2 + Math.cos(angle) * 300 * far, y: HEIGHT / 2 + Math.sin(angle) * 290 * far };
};

interface Label extends Point {
  readonly anchor: 'start' | 'middle' | 'end';
}

type Box = readonly [number, number, number, number];

/** Upper estimate of the letter width at 11 px. */
const LETTER = 6.3;
/** px between the centre of a node and its name. */
const NODE = 8;

const boxOf = ({ x, y, anchor }: Label, name: string): Box => {
  const width = name.length * LETTER;
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return [left, y - 9, left + width, y + 3];
};

const cover = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** Candidate label positions, best first: outside, a line higher or lower, inside, above, below. */
const mayStand = ({ x, y }: Point, isCentre: boolean): Label[] => {
  const beneath: Label = { x, y: y + (isCentre ? 26 : 20), anchor: 'middle' };
  if (isCentre) return [beneath];
  const beside = (left: boolean): Label[] =>
    [4, -9, 17].map((dy) => ({ x: x + (left ? -11 : 11), y: y + dy, anchor: left ? 'end' : 'start' }));
  const left = x < WIDTH / 2;
  return [...beside(left), ...beside(!left), { x, y: y - 12, anchor: 'middle' }, beneath];
};

const placedLabels = (
  entity: string,
  nodes: GraphResponse['nodes'],
  places: ReadonlyMap<string, Point>,
): Map<string, Label> => {
  const taken: Box[] = [...places.values()].map(({ x, y }) => [x - NODE, y - NODE, x + NODE, y + NODE]);
  const labels = new Map<string, Label>();
  for (const { id, name } of nodes) {
    const place = places.get(id);
    if (place === undefined) continue;
    const able = mayStand(place, id === entity);
    const free = able.find((label) => !taken.some((box) => cover(box, boxOf(label, name))));
    const label = free ?? able[0];
    if (label === undefined) continue;
    labels.set(id, label);
    taken.push(boxOf(label, name));
  }
  return labels;
};

/** Kinds of entity have shapes: colour is reserved for figures. */
const shapeOf = (type: EntityType, x: number, y: number, r: number): string => {
  const at = (dx: number, dy: number): string => `${(x + dx * r).toFixed(1)} ${(y + dy * r).toFixed(1)}`;
  switch (type) {
    case 'country':
      return `M${at(-1, 0)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    case 'militant_group':
      return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.9)}L${at(-0.9, 0.9)}z`;
    case 'state_force':
      return `M${at(-0.9, -0.9)}L${at(0.9, -0.9)}L${at(0.9, 0.3)}L${at(0, 1.1)}L${at(-0.9, 0.3)}z`;
    case 'organization':
      return `M${at(-0.6, -1)}L${at(0.6, -1)}L${at(1.1, 0)}L${at(0.6, 1)}L${at(-0.6, 1)}L${at(-1.1, 0)}z`;
    case 'leader':
      return `M${at(0, -1.1)}L${at(1, 0.8)}L${at(-1, 0.8)}z`;
    case 'place':
      return `M${at(0, -1.15)}L${at(1.15, 0)}L${at(0, 1.15)}L${at(-1.15, 0)}z`;
    case 'instrument':
      return `M${at(-1.1, -0.5)}L${at(1.1, -0.5)}L${at(1.1, 0.5)}L${at(-1.1, 0.5)}z`;
  }
};

const EDGE_KEY = [
  ['edge-hostile_to', 'hostile'],
  ['edge-funds', 'funds or backs'],
  ['', 'other ties'],
] as const;

export const drawingKey = (): Html =>
  html`<ul class="key drawing-key">
    ${ENTITY_TYPES.map(
      (type) =>
        html`<li>
          <svg viewBox="-9 -9 18 18" aria-hidden="true">
            <path class="node" d="${shapeOf(type, 0, 0, 7)}" />
          </svg>
          ${entityKind(type)}
        </li>`,
    )}
    ${EDGE_KEY.map(
      ([kind, words]) =>
        html`<li>
          <svg class="drawing" viewBox="0 0 24 10" aria-hidden="true">
            <path class="edge ${kind}" d="M0 5H24" />
          </svg>
          ${words}
        </li>`,
    )}
  </ul>`;
