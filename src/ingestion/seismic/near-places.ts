/**
 * Which places of the ontology an event at a point touches: those within reach, measured on the sphere
 * (haversine, mean radius of the Earth 6,371.0088 km). A place may state a radius of its own (Gaza is no
 * point); reach is measured from its edge. How far an event reaches grows with its magnitude; an
 * explosion, or an event whose size is not known, reaches as far as a small one.
 */
import type { ParsedItem } from '../../event-log/item';

export interface LocatedPlace {
  readonly id: string;
  readonly lat: number;
  readonly lon: number;
  /** Extent of the place itself, km; 0 for a point. */
  readonly radiusKm: number;
}

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** Great-circle distance in km. */
export const distanceKm = (
  a: { readonly lat: number; readonly lon: number },
  b: { readonly lat: number; readonly lon: number },
): number => {
  const dLat = (b.lat - a.lat) * RADIANS;
  const dLon = (b.lon - a.lon) * RADIANS;
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
};

/**
 * Reach in km by magnitude: 50 below 4.5, which only instruments near by notice; 100 below 6, the
 * distance within which watchers of nuclear test sites look; 200 from 6 on, where damage spreads.
 */
export const reachKm = (magnitude: number | null): number =>
  magnitude === null || magnitude < 4.5 ? 50 : magnitude < 6 ? 100 : 200;

interface NearPlace {
  readonly id: string;
  /** From the place's middle, km, rounded. */
  readonly distanceKm: number;
}

/** Places within reach, nearest first, ties in id order. */
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

/** A seismic item with the places near it as hints, and the nearest named in its summary. */
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
