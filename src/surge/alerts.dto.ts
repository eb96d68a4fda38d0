import { round4 } from '../platform/common/ten-thousandths';
import type { Instant } from '../platform/http/field';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { PagingQuery } from '../platform/http/paging.dto';
import { responseOf } from '../platform/http/response-of';
import { EnumParameter, FlagParameter, TextParameter } from '../platform/http/query-parameter';
import { formatMillis } from '../platform/common/utc-time';
import { EventResponse } from '../event-log/events.dto';
import type { InMillis } from '../platform/common/row-of';
import type { Alert } from './episode';

export class GetAlertQuery {
  @EnumParameter(['json', 'stix'], {
    description: 'Format of the answer; stix also by `Accept: application/stix+json;version=2.1`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'stix';
}

const ClusterParameter = (): PropertyDecorator =>
  TextParameter({
    description: 'Id of a cluster: theater:<theater>, or around:<entity>.',
    example: 'theater:red_sea',
    maxLength: 120,
    pattern: /^(theater|around):[a-z0-9_-]+$/,
    expected: 'must be a cluster such as theater:red_sea or around:iran',
  });

export class AlertFeedQuery {
  @ClusterParameter()
  cluster?: string;
}

export class ListAlertsQuery extends PagingQuery {
  @EnumParameter(['json', 'geojson'], {
    description: 'Format of the answer; geojson also by `Accept: application/geo+json`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'geojson';
  @ClusterParameter()
  cluster?: string;

  @FlagParameter({ description: 'Only open (true) or only closed (false) alerts.', example: true })
  active?: boolean;
}

/** One of the items that raised an alert. */
export class AlertItemResponse extends PickType(EventResponse, ['id', 'title', 'source', 'source_type', 'url']) {
  /** Event time. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;

  static from(item: AlertItem): AlertItemResponse {
    return Object.assign(new AlertItemResponse(), item, { at: formatMillis(item.at) });
  }
}

/** One surge episode of one cluster. */
export class AlertResponse {
  /** Id of the alert. @example 0c5f1a… */
  readonly id!: string;
  /** Cluster of entities that surged. @example theater:iran */
  readonly cluster!: string;
  /** Other clusters with a surge of the same items; they have no alerts of their own. @example ["around:iran"] */
  readonly also!: readonly string[];
  /** Whether the episode is open. @example true */
  readonly active!: boolean;
  /** When it was raised. @example 2026-05-07T12:00:00.000000Z */
  readonly opened_at!: Instant;
  /** When it last changed. @example 2026-05-07T12:00:00.000000Z */
  readonly updated_at!: Instant;
  /** When it was closed. @example 2026-05-07T12:00:00.000000Z */
  readonly closed_at!: Instant | null;
  /** Start of its fullest five minutes, event time. @example 2026-05-07T12:00:00.000000Z */
  readonly window_start!: Instant;
  /** End of its fullest five minutes, event time. @example 2026-05-07T12:00:00.000000Z */
  readonly window_end!: Instant;
  /** Items in these five minutes. @example 21 */
  readonly count!: number;
  /** Usual items per five minutes, over the seven days before. @example 4.2 */
  readonly baseline!: number;
  /** Hours of these seven days that were watched. @example 168 */
  readonly baseline_hours!: number;
  /** Count over baseline; null if the baseline is 0. @example 5 */
  readonly ratio!: number | null;
  /** Publisher families of its items. @example 6 */
  readonly families!: number;
  /**
   * Minimum count, families and hours of baseline for the alert.
   * @example {"count":16,"families":2,"baseline_hours":24}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'number' } })
  readonly floors!: { readonly count: number; readonly families: number; readonly baseline_hours: number };
  /** Items of the alert, at most 100. @example 34 */
  readonly evidence_count!: number;
  /** The newest of them, at most 20. */
  readonly items!: readonly AlertItemResponse[];

  static from({ alert, items, evidence }: AlertRow): AlertResponse {
    return responseOf(AlertResponse, {
      ...alert,
      opened_at: formatMillis(alert.opened_at),
      updated_at: formatMillis(alert.updated_at),
      closed_at: alert.closed_at === null ? null : formatMillis(alert.closed_at),
      window_start: formatMillis(alert.window_start),
      window_end: formatMillis(alert.window_end),
      baseline: round4(alert.baseline.rate),
      baseline_hours: alert.baseline.hours,
      ratio: alert.ratio === null ? null : round4(alert.ratio),
      floors: {
        count: alert.floors.count,
        families: alert.floors.families,
        baseline_hours: alert.floors.baselineHours,
      },
      evidence_count: evidence,
      items: items.map((item) => AlertItemResponse.from(item)),
    });
  }
}

type AlertItem = InMillis<AlertItemResponse, 'at'>;

export interface AlertRow {
  readonly alert: Alert;
  readonly items: readonly AlertItem[];
  readonly evidence: number;
}
