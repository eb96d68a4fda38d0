import { round4 } from '../platform/common/ten-thousandths';
import type { Day, Instant } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { ApiProperty } from '@nestjs/swagger';
import { InstantParameter } from '../platform/http/query-parameter';
import { formatMillis } from '../platform/common/utc-time';
import type { CalendarEvent } from '../ingestion/calendar/due-events';
import type { DigestAlertRow, TopMarketRow } from './digest.repository';
import type { SourceSummary } from '../ingestion/source-health.service';
import type { Digest } from './digest.service';
import {
  ChangeResponse,
  MoverResponse,
  PlaceVolumeResponse,
  TheaterVolumeResponse,
  VolumeResponse,
} from './volumes.dto';

const PLACES_MAX = 60;

export class GetDigestQuery {
  @InstantParameter({ description: 'Answers as of this instant.', example: '2026-05-07T12:00:00Z' })
  as_of?: number;

  @InstantParameter({
    description: 'Start of the list of changes; midnight UTC by default.',
    example: '2026-05-07T06:00:00Z',
  })
  since?: number;
}

export class DigestAlertResponse {
  /** Id of the alert. @example 0c5f1a… */
  readonly id!: string;
  /** Cluster that surged. @example theater:iran */
  readonly cluster!: string;
  /** When it was raised. @example 2026-05-07T12:00:00.000000Z */
  readonly opened_at!: Instant;
  /** Items in its fullest five minutes. @example 21 */
  readonly count!: number;
  /** Usual items per five minutes. @example 4.2 */
  readonly baseline!: number;
  /** Count over baseline. @example 5 */
  readonly ratio!: number | null;
  /** Publisher families of its items. @example 6 */
  readonly families!: number;

  static from(row: DigestAlertRow): DigestAlertResponse {
    return responseOf(DigestAlertResponse, {
      ...row,
      opened_at: formatMillis(row.opened_at),
      baseline: round4(row.baseline),
      ratio: row.ratio === null ? null : round4(row.ratio),
    });
  }
}

export class TopMarketResponse {
  /** Exchange. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side identifier. @example KXIRAN-26 */
  readonly ticker!: string;
  /** Its question. @example Will …? */
  readonly question!: string | null;
  /** Its theater. @example iran */
  readonly theater!: string | null;
  /** Price of YES. @example 0.34 */
  readonly yes_price!: number | null;
  /** Confluence: distinct source types ÷ 5, at most 1. @example 0.8 */
  readonly score!: number;
  /** The source types, sorted. @example ["news"] */
  readonly source_types!: readonly string[];
  /** Weighted score. @example 0.53 */
  readonly weighted_score!: number;

  static from(row: TopMarketRow): TopMarketResponse {
    return responseOf(TopMarketResponse, { ...row, weighted_score: round4(row.weighted_score) });
  }
}

export class SilenceResponse {
  /** Category of the sources. @example iranian_media */
  readonly category!: string;
  /** Number of failing sources. @example 3 */
  readonly silent!: number;
  /** Number of sources. @example 15 */
  readonly total!: number;
  /** Minimum hours for which they have been failing. @example 6 */
  readonly hours!: number;
  /** Ids of the failing sources. @example ["irna"] */
  readonly sources!: readonly string[];
  /** In words. @example "3 of 15 iranian media sources silent for 6 h" */
  readonly warning!: string;
}

export class SourceSummaryResponse {
  /** Sources by state. @example {"ok":118,"stale":4,"down":2,"disabled":3} */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  readonly states!: Readonly<Record<string, number>>;
  /** Categories in which failing sources make the digest incomplete. */
  readonly silences!: readonly SilenceResponse[];

  static from({ states, silences }: SourceSummary): SourceSummaryResponse {
    return responseOf(SourceSummaryResponse, {
      states,
      silences: silences.map((silence) => responseOf(SilenceResponse, silence)),
    });
  }
}

export class CalendarEventResponse {
  /** Id of the calendar entry. @example undof-renewal */
  readonly id!: string;
  /** Title. @example "UN Security Council decides on …" */
  readonly title!: string;
  /** Category. @example un */
  readonly category!: string;
  /** First day. @example 2026-06-30 */
  readonly day!: Day;
  /** Last day. @example 2026-06-30 */
  readonly last_day!: Day;
  /** Certainty of the date: high, medium or low. @example high */
  readonly confidence!: string;
  /** Entities that it touches. @example ["syria"] */
  readonly entities!: readonly string[];

  static from({ entry, day, lastDay }: CalendarEvent): CalendarEventResponse {
    return responseOf(CalendarEventResponse, { ...entry, day, last_day: lastDay });
  }
}

export class DigestResponse {
  /** The instant described. @example 2026-05-07T12:00:00.000000Z */
  readonly computed_at!: Instant;
  /** Items of the last 24 hours. @example 3214 */
  readonly item_count_24h!: number;
  /** Volume by source type. */
  readonly source_types!: readonly VolumeResponse[];
  /** Volume by theater. */
  readonly theaters!: readonly TheaterVolumeResponse[];
  /** Places and countries that items of the last 24 hours touch, at most 60. */
  readonly places!: readonly PlaceVolumeResponse[];
  /** The instant from which changes are listed. @example 2026-05-07T12:00:00.000000Z */
  readonly since!: Instant;
  /** What changed since then, the most important first, at most 12. */
  readonly changes!: readonly ChangeResponse[];
  /** Entities whose volume differs most from their usual day, at most 10. */
  readonly movers!: readonly MoverResponse[];
  /** Entities with most items, at most 10. */
  readonly top_entities!: readonly MoverResponse[];
  /** Open surges, newest first. */
  readonly alerts!: readonly DigestAlertResponse[];
  /** Markets with the greatest confluence, at most 10. */
  readonly markets!: readonly TopMarketResponse[];
  /** Health of the sources; null for a past instant, because their past states are not kept. */
  readonly sources!: SourceSummaryResponse | null;
  /** Calendar entries of today and the next 14 days. */
  readonly calendar!: readonly CalendarEventResponse[];

  static from(digest: Digest): DigestResponse {
    return responseOf(DigestResponse, {
      computed_at: formatMillis(digest.computedAt),
      item_count_24h: digest.sourceTypes.reduce((sum, { n }) => sum + n, 0),
      source_types: digest.sourceTypes.map((row) => VolumeResponse.from(row)),
      theaters: digest.theaters.map((row) => TheaterVolumeResponse.from(row)),
      places: digest.places.slice(0, PLACES_MAX).map((place) => PlaceVolumeResponse.from(place)),
      since: formatMillis(digest.since),
      changes: digest.changes.map((change) => ChangeResponse.from(change)),
      movers: digest.movers.map((mover) => MoverResponse.from(mover)),
      top_entities: digest.busiest.map((mover) => MoverResponse.from(mover)),
      alerts: digest.alerts.map((row) => DigestAlertResponse.from(row)),
      markets: digest.markets.map((row) => TopMarketResponse.from(row)),
      sources: digest.sources === null ? null : SourceSummaryResponse.from(digest.sources),
      calendar: digest.calendar.map((event) => CalendarEventResponse.from(event)),
    });
  }
}
