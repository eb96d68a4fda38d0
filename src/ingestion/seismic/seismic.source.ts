import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import type { ParsedItem } from '../../event-log/item';
import { loadKnownEntities, type KnownEntity } from '../../ontology/known-entities';
import {
  requiredSetting,
  unchanged,
  type CollectContext,
  type CollectResult,
  type Source,
  type SourceAdapter,
} from '../source';
import { withNearPlaces, type LocatedPlace } from './near-places';
import { parseUsgs, USGS_BYTES_MAX } from './parse-usgs';

/** Events from this magnitude on are kept wherever they are. */
const MAGNITUDE_ANYWHERE = 6;

/**
 * A USGS summary feed. Setting: `summary`, such as `2.5_day`. Keeps events near places, explosions, large
 * events, and their revisions.
 */
@Injectable()
export class SeismicSource implements SourceAdapter {
  readonly kind = 'usgs';
  private readonly places = loadKnownEntities().derive(placesOf);

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  async collect(source: Source, { upstream, state }: CollectContext): Promise<CollectResult> {
    const summary = requiredSetting(source, 'summary');
    const answer = await upstream.get({
      url: `${this.environment.usgsUrl}/earthquakes/feed/v1.0/summary/${encodeURIComponent(summary)}.geojson`,
      conditional: state,
      allowPrivate: true,
      maxBytes: USGS_BYTES_MAX,
    });
    const next = { ...answer.validators, cursor: null };
    if (answer.notModified) return unchanged(next);
    const places = this.places();
    const items = parseUsgs(answer.body).map((item) => withNearPlaces(item, places));
    // A revision may leave the watched set: another place, a smaller magnitude.
    return {
      items: items.map((item) => (isWatched(item) ? item : { ...item, revisesOnly: true })),
      state: next,
      notModified: false,
      warnings: [],
    };
  }
}

const isWatched = ({ attributes, entityHints }: ParsedItem): boolean =>
  (entityHints?.length ?? 0) > 0 ||
  attributes['event_type'] === 'explosion' ||
  attributes['event_type'] === 'nuclear explosion' ||
  Number(attributes['magnitude']) >= MAGNITUDE_ANYWHERE;

const placesOf = (entities: readonly KnownEntity[]): readonly LocatedPlace[] =>
  entities.flatMap(({ id, type, location, radius_km }) =>
    type === 'place' && location !== null ? [{ id, ...location, radiusKm: radius_km ?? 0 }] : [],
  );
