import fc from 'fast-check';
import type { ParsedItem } from '../../event-log/item';
import { distanceKm, placesNear, reachKm, withNearPlaces, type LocatedPlace } from './near-places';

const TEHRAN = { lat: 35.69, lon: 51.39 };
const PLACES: readonly LocatedPlace[] = [
  { id: 'tehran', ...TEHRAN, radiusKm: 0 },
  { id: 'natanz', lat: 33.72, lon: 51.73, radiusKm: 0 },
  { id: 'gaza', lat: 31.5, lon: 34.47, radiusKm: 20 },
];

const event = (attributes: ParsedItem['attributes']): ParsedItem => ({
  key: 'seismic:xx1',
  title: 'M 4.6',
  url: null,
  publishedAt: null,
  lang: null,
  summary: null,
  publisher: null,
  attributes,
});

describe('distanceKm', () => {
  it.each([
    ['Tehran to Jerusalem', TEHRAN, { lat: 31.78, lon: 35.22 }, 1559],
    ['across the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111],
    ['pole to pole', { lat: 90, lon: 0 }, { lat: -90, lon: 0 }, 20015],
  ])('is right for %s', (_, a, b, km) => {
    expect(distanceKm(a, b)).toBeCloseTo(km, -1);
  });

  it('is symmetric and 0 only at the same point', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(
        point,
        point,
        (a, b) => Math.abs(distanceKm(a, b) - distanceKm(b, a)) < 1e-6 && distanceKm(a, a) === 0,
      ),
    );
  });
});

describe('reachKm', () => {
  it.each([
    [null, 50],
    [4.4, 50],
    [4.5, 100],
    [6, 200],
  ])('of magnitude %s is %s km', (magnitude, km) => {
    expect(reachKm(magnitude)).toBe(km);
  });
});

describe('placesNear', () => {
  it('lists places within reach, nearest first', () => {
    expect(placesNear({ lat: 35.0, lon: 51.4 }, 200, PLACES).map(({ id }) => id)).toEqual(['tehran', 'natanz']);
  });

  it('measures from the edge of a place that has an extent', () => {
    const point = { lat: 31.5, lon: 35.2 };

    expect(placesNear(point, 49, PLACES)).toEqual([]);
    expect(placesNear(point, 50, PLACES).map(({ id }) => id)).toEqual(['gaza']);
  });
});

describe('withNearPlaces', () => {
  it('hints at the places near the event', () => {
    expect(withNearPlaces(event({ lat: 33.8, lon: 51.7, magnitude: 4.6 }), PLACES)).toMatchObject({
      entityHints: ['natanz'],
      attributes: { nearest_place: 'natanz', nearest_km: 9 },
    });
  });

  it('leaves an event far from all places, or without a point, as it is', () => {
    const far = event({ lat: -50, lon: 20, magnitude: 7 });
    const nowhere = event({ magnitude: 7 });

    expect(withNearPlaces(far, PLACES)).toBe(far);
    expect(withNearPlaces(nowhere, PLACES)).toBe(nowhere);
  });
});
