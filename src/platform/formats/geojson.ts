/** GeoJSON (RFC 7946): one feature per row; rows without a known place have geometry null. */
import { GEOJSON } from './media-types';
import type { PageForm } from '../http/paging.dto';

/** WGS 84 degrees. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
}

export interface Placed {
  readonly points: readonly Position[];
  /** `measured`: coordinates of the source; `named`: places named in the text; `entity`: the entity's own. */
  readonly basis: 'measured' | 'named' | 'entity';
}

export const featureCollection = <T extends { readonly id: string }>(
  placeOf: (row: T) => Placed | null,
): PageForm<T> => ({
  mediaType: GEOJSON,
  document: (rows, next) => {
    const placed = rows.map((row) => ({ row, place: placeOf(row) }));
    const box = boundingBox(placed.flatMap(({ place }) => place?.points ?? []));
    return {
      type: 'FeatureCollection',
      ...(box === null ? {} : { bbox: box }),
      features: placed.map(({ row, place }) => feature(row, place)),
      // Foreign member (RFC 7946, 6.1): the address of the next page, or null.
      next,
    };
  },
});

const feature = (row: { readonly id: string }, place: Placed | null): object => {
  const box = place === null || place.points.length < 2 ? null : boundingBox(place.points);
  return {
    type: 'Feature',
    id: row.id,
    ...(box === null ? {} : { bbox: box }),
    geometry: geometryOf(place?.points ?? []),
    properties: { ...row, geometry_basis: place === null ? null : place.basis },
  };
};

const geometryOf = (points: readonly Position[]): object | null => {
  const [first] = points;
  if (first === undefined) return null;
  return points.length === 1
    ? { type: 'Point', coordinates: coordinates(first) }
    : { type: 'MultiPoint', coordinates: points.map(coordinates) };
};

/** Longitude comes first (RFC 7946, 3.1.1). */
const coordinates = ({ lon, lat }: Position): [number, number] => [lon, lat];

/** West, south, east, north; west is larger than east across the antimeridian (RFC 7946, 5.2). Null without points. */
export const boundingBox = (points: readonly Position[]): [number, number, number, number] | null => {
  if (points.length === 0) return null;
  const latitudes = points.map(({ lat }) => lat);
  const longitudes = [...new Set(points.map(({ lon }) => lon))].sort((a, b) => a - b);
  // The box begins after the widest gap between neighbours on the circle.
  let west = longitudes[0] ?? 0;
  let east = longitudes.at(-1) ?? 0;
  let widest = west + 360 - east;
  for (const [index, lon] of longitudes.entries()) {
    const before = longitudes[index - 1];
    if (before === undefined || lon - before <= widest) continue;
    widest = lon - before;
    west = lon;
    east = before;
  }
  return [west, Math.min(...latitudes), east, Math.max(...latitudes)];
};
