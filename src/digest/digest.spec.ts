import { busiest, topMovers, type EntityVolume } from './digest';

const volume = (id: string, n: number, before: number): EntityVolume => ({
  id,
  name: id,
  type: 'country',
  theater: null,
  location: null,
  n,
  before,
});

describe('topMovers', () => {
  it('ranks by excess over the usual count, not by size or ratio alone', () => {
    const movers = topMovers(
      [volume('always-loud', 1000, 7000), volume('surging', 300, 700), volume('rare', 5, 0)],
      7,
      10,
    );

    expect(movers.map(({ id, baseline, ratio }) => [id, baseline, ratio])).toEqual([
      ['surging', 100, 3],
      ['rare', 0, null],
      ['always-loud', 1000, 1],
    ]);
  });

  it('omits entities with only a few items', () => {
    expect(topMovers([volume('x', 4, 0)], 7, 10)).toEqual([]);
  });
});

describe('a service that has hardly begun to listen', () => {
  const volumes = [volume('iran', 300, 40)];

  it('marks nothing as unusual without known days, and divides by the known ones', () => {
    expect(topMovers(volumes, 2, 10)).toEqual([]);
    expect(busiest(volumes, 2, 1)).toMatchObject([{ baseline: 20, ratio: null }]);
    expect(topMovers(volumes, 4, 10)).toMatchObject([{ baseline: 10, ratio: 30 }]);
  });
});

describe('busiest', () => {
  it('ranks by items, then by id', () => {
    expect(busiest([volume('b', 5, 7), volume('a', 5, 0), volume('c', 9, 7)], 7, 2).map(({ id }) => id)).toEqual([
      'c',
      'a',
    ]);
  });
});
