import type { Instant, Integer } from '../platform/http/field';
import { PagingQuery } from '../platform/http/paging.dto';
import { responseOf } from '../platform/http/response-of';
import { EnumParameter, TextParameter } from '../platform/http/query-parameter';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { formatMillis } from '../platform/common/utc-time';
import { type Theater } from '../ontology/theater';
import type { ListedKind } from './exchange-sources';
import type { CountedReading } from './source-health.service';
import { SOURCE_STATES, type SourceStateName } from './source-state';

export class ListSourcesQuery extends PagingQuery {
  @EnumParameter(SOURCE_STATES, { description: 'State of the sources.', example: 'down' })
  state?: SourceStateName;

  @EnumParameter(SOURCE_TYPES, { description: 'Kind of their evidence.', example: 'news' })
  source_type?: SourceType;

  @TextParameter({
    description: 'Finer source category.',
    example: 'iranian_media',
    maxLength: 40,
    pattern: /^[a-z0-9_]+$/,
    expected: 'must be a category in lower case, such as iranian_media',
  })
  category?: string;

  @TextParameter({
    description: 'Their language, ISO 639-1.',
    example: 'fa',
    pattern: /^[a-z]{2,3}$/,
    expected: 'must be a language code such as fa',
  })
  lang?: string;
}

/** One polled source and its state. */
export class SourceResponse {
  /** Identity of the source. @example tehran-times */
  readonly id!: string;
  /** Its name. @example "Tehran Times" */
  readonly name!: string;
  /** How it is read: its kind; `exchange` for the prices and settlements of an exchange. @example feed */
  readonly kind!: ListedKind;
  /** Kind of its evidence; null for an exchange, which has prices only. @example news */
  readonly source_type!: SourceType | null;
  /** Finer source category. @example iranian_media */
  readonly category!: string;
  /** Publisher family; sister outlets share it. @example mehr-group */
  readonly family!: string;
  /** Language it publishes in, ISO 639-1; null when mixed. @example en */
  readonly lang!: string | null;
  /** Region of its items that name none, or null. */
  readonly theater!: Theater | null;
  /** Address that is read; null for an API or curated data. @example https://example.org/rss */
  readonly url!: string | null;
  /**
   * `ok`; `quiet`: an instrument that does not move; `stale`: it answers without new items, or was not asked yet;
   * `unproven`: its address is known from documents only and has not answered yet; `down`: the last attempt failed;
   * `disabled`: it cannot be asked.
   * @example down
   */
  readonly state!: SourceStateName;
  /** Why it is not ok; null if it is ok. @example HTTP 500 from example.org:443 */
  readonly reason!: string | null;
  /** When it was last asked; null if never. @example 2026-05-07T12:00:00.000000Z */
  readonly last_attempt_at!: Instant | null;
  /** When it last answered correctly; null if never. @example 2026-05-07T11:50:00.000000Z */
  readonly last_success_at!: Instant | null;
  /** Event time of its newest item; null while it has none. @example 2026-05-07T11:48:00.000000Z */
  readonly newest_item_at!: Instant | null;
  /** Seconds since the event time of its newest item; null while it has none. @example 720 */
  readonly lag_seconds!: Integer | null;
  /** Items with an event time in the last 24 hours. @example 41 */
  readonly items_24h!: Integer;
  /** Failures since the last success. @example 1 */
  readonly failures!: Integer;
  /** Not asked before this instant; null when it is asked at the next tick. */
  readonly next_try_at!: Instant | null;

  static from({ source, record, health, items24h }: CountedReading): SourceResponse {
    return responseOf(SourceResponse, {
      ...source,
      source_type: source.sourceType,
      state: health.state,
      reason: health.reason,
      last_attempt_at: instant(record.last_attempt_at),
      last_success_at: instant(record.last_success_at),
      newest_item_at: instant(record.newest_item_at),
      lag_seconds: health.lagSeconds,
      items_24h: items24h,
      failures: record.failures,
      next_try_at: instant(record.next_try_at),
    });
  }
}

const instant = (millis: number): string | null => (millis === 0 ? null : formatMillis(millis));
