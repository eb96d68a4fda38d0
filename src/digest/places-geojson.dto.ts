import type { Instant, Pair } from '../platform/http/field';
import { InstantParameter } from '../platform/http/query-parameter';
import { formatMillis } from '../platform/common/utc-time';
import type { Digest } from './digest.service';
import type { PlaceVolume } from './digest';
import { MoverResponse } from './volumes.dto';

export class GetPlacesQuery {
  @InstantParameter({ description: 'Answers as of this instant.', example: '2026-05-07T12:00:00Z' })
  as_of?: number;
}

/** Location of a place (RFC 7946, section 3.1.2). */
export class PointResponse {
  /** Kind of geometry. @example Point */
  readonly type!: 'Point';
  /** WGS 84 degrees: east, then north; of a country, its capital. @example [51.4,35.7] */
  readonly coordinates!: Pair;
}

/** A place or country (RFC 7946, section 3.2). */
export class PlaceFeatureResponse {
  /** Kind of object. @example Feature */
  readonly type!: 'Feature';
  /** Id of the entity. @example iran */
  readonly id!: string;
  /** Location. */
  readonly geometry!: PointResponse;
  /** Its volume. */
  readonly properties!: MoverResponse;

  static from({ location, ...mover }: PlaceVolume): PlaceFeatureResponse {
    const properties = MoverResponse.from(mover);
    return Object.assign(new PlaceFeatureResponse(), {
      type: 'Feature',
      id: properties.id,
      geometry: { type: 'Point', coordinates: [location.lon, location.lat] },
      properties,
    } satisfies PlaceFeatureResponse);
  }
}

/** Places as one collection of features (RFC 7946, section 3.3). */
export class PlacesResponse {
  /** Kind of object. @example FeatureCollection */
  readonly type!: 'FeatureCollection';
  /** The instant described. @example 2026-05-07T12:00:00.000000Z */
  readonly computed_at!: Instant;
  /** The places, the busiest first. */
  readonly features!: readonly PlaceFeatureResponse[];

  static from({ places, computedAt }: Digest): PlacesResponse {
    return Object.assign(new PlacesResponse(), {
      type: 'FeatureCollection',
      computed_at: formatMillis(computedAt),
      features: places.map((place) => PlaceFeatureResponse.from(place)),
    } satisfies PlacesResponse);
  }
}
