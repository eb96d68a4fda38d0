/**
 * Finds places of the ontology near a seismic event by great-circle distance (haversine, mean radius of the Earth
 * 6,371.0088 km). A place may have a radius (Gaza is not a point); reach is measured from its edge. Reach grows with
 * magnitude; explosions and events of unknown size have the smallest.
 */
import type { ParsedItem } from '../../event-log/item';

export interface LocatedPlace {
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Extent of the place, km; 0 for a point. */
  readonly radiusKm: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

export const distanceKm = (
  a: { readonly lat: number; readonly lon: number },
  b: { readonly lat: number; readonly lon: number },
): number => {
  const dLat = (b.lat - a.lat) * RADIANS;
  const dLon = (b.lon - a.lon) * RADIANS;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
};

/** Reach in km by magnitude: 50 below 4.5 (near instruments), 100 below 6 (nuclear test sites), 200 above (damage). */
export const reachKm = (magnitude: number | null): number =>
  magnitude === null || magnitude < 4.5 ? 50 : magnitude < 6 ? 100 : 200;

interface NearPlace {
  readonly id: string;
  /** From the place's centre, km, rounded. */
  readonly distanceKm: number;
}

/** Places within reach, nearest first, ties by id. */
export const placesNear = (
  point: { readonly lat: number; readonly lon: number },
  reach: number,
  places: readonly LocatedPlace[],
): readonly NearPlace[] =>
  places
    .map((place) => ({ place, away: distanceKm(point, place) }))
    .filter(({ place, away }) => away <= reach + place.radiusKm)
    .sort((a, b) => a.away - b.away || (a.place.id < b.place.id ? -1 : 1))
    .map(({ place, away }) => ({ id: place.id, distanceKm: Math.round(away) }));

/** Adds near places as entity hints, and the nearest to the summary. */
export const withNearPlaces = (item: ParsedItem, places: readonly LocatedPlace[]): ParsedItem => {
  const { lat, lon, magnitude } = item.attributes;
  if (typeof lat !== 'number' || typeof lon !== 'number') return item;
  const near = placesNear({ lat, lon }, reachKm(typeof magnitude === 'number' ? magnitude : null), places);
  const nearest = near[0];
  if (nearest === undefined) return item;
  return {
    ...item,
    attributes: { ...item.attributes, nearest_place: nearest.id, nearest_km: nearest.distanceKm },
    entityHints: near.map(({ id }) => id),
  };
};
