import { diffSeed } from './seed-diff';

interface Row {
  readonly id: string;
  readonly at: { readonly lat: number } | null;
}

const diff = (wanted: Row[], stored: Row[]) => diffSeed(wanted, stored, ({ id }) => id);
const row = (id: string, lat: number | null = null): Row => ({
  id,
  at: lat === null ? null : { lat },
});

describe('diffSeed', () => {
  it('adds everything to an empty graph', () => {
    expect(diff([row('a'), row('b')], [])).toEqual({
      added: [row('a'), row('b')],
      changed: [],
      removed: [],
      unchanged: 0,
    });
  });

  it('has nothing to do the second time, in whatever order the rows are', () => {
    expect(diff([row('a', 1), row('b')], [row('b'), row('a', 1)])).toEqual({
      added: [],
      changed: [],
      removed: [],
      unchanged: 2,
    });
  });

  it('distinguishes changed, removed and unchanged rows', () => {
    expect(diff([row('a', 2), row('c', 3)], [row('a', 1), row('b'), row('c', 3)])).toEqual({
      added: [],
      changed: [row('a', 2)],
      removed: [row('b')],
      unchanged: 1,
    });
  });
});
