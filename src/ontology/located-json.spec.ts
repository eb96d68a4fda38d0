import { locateElements } from './located-json';

const linesOf = (text: string): unknown => {
  const located = locateElements(text);
  if (located.kind === 'unreadable') return located;
  return located.elements.map(({ line, memberLines, repeated }) => ({
    line,
    members: Object.fromEntries(memberLines),
    repeated,
  }));
};

describe('locateElements', () => {
  it('returns the line of each element and of each of its members', () => {
    const text =
      '[\n  {\n    "id": "a",\n    "at": { "id": 1,\n "x": [2, 3] },\n    "z": 0\n  },\n  { "id": "b" }\n]\n';

    expect(linesOf(text)).toEqual([
      { line: 2, members: { id: 3, at: 4, z: 6 }, repeated: [] },
      { line: 8, members: { id: 8 }, repeated: [] },
    ]);
  });

  it('is not misled by brackets, quotes and separators inside strings', () => {
    const text = '[{"a": "}],{\\"", "b,": "x\\\\"},\n\n{"c": ":"}]';

    expect(linesOf(text)).toEqual([
      { line: 1, members: { a: 1, 'b,': 1 }, repeated: [] },
      { line: 3, members: { c: 3 }, repeated: [] },
    ]);
  });

  it('counts elements that are not objects, so that lines stay aligned', () => {
    const text = '[\n1,\n"two",\n[3, "x"],\n{ "id": "d" }\n]';

    expect(linesOf(text)).toMatchObject([{ line: 2 }, { line: 3 }, { line: 4 }, { line: 5 }]);
  });

  it('detects a name that occurs twice', () => {
    expect(linesOf('[{ "id": 1,\n "id": 2 }]')).toMatchObject([{ repeated: ['id'] }]);
  });

  it('names the line at which a text stops being JSON', () => {
    expect(linesOf('[\n  { "id": "a" }\n  { "id": "b" }\n]')).toMatchObject({
      kind: 'unreadable',
      line: 3,
    });
    expect(linesOf('{}')).toMatchObject({ kind: 'unreadable', line: 1 });
    expect(linesOf('')).toMatchObject({ kind: 'unreadable', line: 1 });
  });

  it('accepts an empty array', () => {
    expect(linesOf('[]')).toEqual([]);
  });
});
