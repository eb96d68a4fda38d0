import { boundingBox, featureCollection, type Placed } from './geojson';

const at = (lon: number, lat: number) => ({ lon, lat });

describe('boundingBox', () => {
  it.each([
    ['nothing', [], null],
    ['one point', [at(51, 35)], [51, 35, 51, 35]],
    ['some points', [at(51, 35), at(35, 31), at(44, 40)], [35, 31, 51, 40]],
    ['points on both sides of the antimeridian', [at(179, -17), at(-178, 10)], [179, -17, -178, 10]],
    ['points around the world', [at(-120, 0), at(0, 0), at(120, 0)], [-120, 0, 120, 0]],
  ])('of %s', (_name, points, box) => {
    expect(boundingBox(points)).toEqual(box);
  });
});

describe('featureCollection', () => {
  const places = new Map<string, Placed>([
    ['a', { points: [at(51, 35)], basis: 'measured' }],
    ['b', { points: [at(51, 35), at(35, 31)], basis: 'named' }],
  ]);
  const { document } = featureCollection<{ id: string }>(({ id }) => places.get(id) ?? null);

  it('has a feature a row, longitude first, and a null geometry without a place', () => {
    expect(document([{ id: 'a' }, { id: 'b' }, { id: 'c' }], 'https://v.example/next')).toEqual({
      type: 'FeatureCollection',
      bbox: [35, 31, 51, 35],
      features: [
        {
          type: 'Feature',
          id: 'a',
          geometry: { type: 'Point', coordinates: [51, 35] },
          properties: { id: 'a', geometry_basis: 'measured' },
        },
        {
          type: 'Feature',
          id: 'b',
          bbox: [35, 31, 51, 35],
          geometry: {
            type: 'MultiPoint',
            coordinates: [
              [51, 35],
              [35, 31],
            ],
          },
          properties: { id: 'b', geometry_basis: 'named' },
        },
        { type: 'Feature', id: 'c', geometry: null, properties: { id: 'c', geometry_basis: null } },
      ],
      next: 'https://v.example/next',
    });
  });

  it('has no box without a place', () => {
    expect(document([], null)).toEqual({ type: 'FeatureCollection', features: [], next: null });
  });
});
