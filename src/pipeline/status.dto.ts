import { type Instant, OneOf } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { formatMicros, formatMillis } from '../platform/common/utc-time';
import type { DamageReport } from '../registry/copies/copy-damage.service';
import type { OutsideClock } from '../registry/clocks/outside-clock';
import type { DaySpending } from '../platform/upstream/dollars.service';
import type { LongestWait } from './status.repository';

/** Cost of one kind of request today. */
export class UseSpendingResponse {
  /** Purpose: recorded, arm, shadow, judge or posts. @example recorded */
  readonly use!: string;
  /** Requests. @example 3 */
  readonly requests!: number;
  /** US dollars. @example 0.41 */
  readonly usd!: number;
  /** Tokens read. @example 14200 */
  readonly tokens_in!: number;
  /** Tokens written, reasoning included. @example 2900 */
  readonly tokens_out!: number;
}

/** Cost of models or of X in the UTC day. */
export class SpendingResponse {
  /** Paid service. @example model */
  @OneOf(['model', 'x'])
  readonly purse!: string;
  /** Limit of a UTC day, US dollars. @example 5 */
  readonly limit_usd!: number;
  /** Spent, and reserved for running requests. @example 0.62 */
  readonly spent_usd!: number;
  /** Remainder of the limit. @example 4.38 */
  readonly left_usd!: number;
  /** Spent since the first day of the UTC month. @example 14.2 */
  readonly month_usd!: number;
  /** By purpose. */
  readonly uses!: readonly UseSpendingResponse[];
}

/** Disk space for stored data. */
export class DiskResponse {
  /** Free on the disk of the data folder, GB. @example 41.2 */
  readonly free_gb!: number;
  /**
   * Days until the disk is full at the rate since this process began; null in the first six hours, or without growth.
   * @example 210
   */
  readonly days_left!: number | null;
}

export class UndoneStageResponse {
  /** Stage. @example forecasting */
  readonly stage!: string;
  /** `failed`, or `left` to the next tick. @example failed */
  readonly state!: string;
  /** Why. @example HTTP 500 from example.org:443 */
  readonly reason!: string | null;
}

export class SourceChangeResponse {
  /** Source. @example tehran-times */
  readonly source!: string;
  /** State before the tick. @example ok */
  readonly from!: string;
  /** State after it. @example down */
  readonly to!: string;
  /** Why it is not ok. @example HTTP 500 from example.org:443 */
  readonly reason!: string | null;
}

export class SourceWarningResponse {
  /** Source. @example quotes-brent */
  readonly source!: string;
  /** The problem. @example "Dates in the future, not believed: 2" */
  readonly warning!: string;
}

export class TickItemsResponse {
  /** Stored for the first time. @example 3 */
  readonly new!: number;
  /** Changed by their source. @example 3 */
  readonly edited!: number;
}

export class TickMarketsResponse {
  /** Tracked for the first time. @example 3 */
  readonly discovered!: number;
  /** Read. @example 3 */
  readonly quoted!: number;
  /** Of these, with a changed quote. @example 3 */
  readonly changed!: number;
  /** Became final. @example 3 */
  readonly settled!: number;
}

export class TickAlertsResponse {
  /** Opened. @example 3 */
  readonly opened!: number;
  /** Updated. @example 3 */
  readonly updated!: number;
  /** Closed. @example 3 */
  readonly closed!: number;
}

export class TickForecastsResponse {
  /** Calls to the model. @example 3 */
  readonly asked!: number;
  /** Predictions made. @example 3 */
  readonly predicted!: number;
  /** Markets skipped. @example 3 */
  readonly skipped!: number;
  /** Paper trades made. @example 3 */
  readonly traded!: number;
  /** Why the model is off, or null. @example HTTP 500 from example.org:443 */
  readonly off_reason!: string | null;
  /**
   * Why models gave no forecast of a market, each reason once, by model and arm.
   * @example ["gpt: the provider refused the request (status 400)"]
   */
  readonly reasons!: readonly string[];
  /** US dollars of the UTC day for models and X, after the tick. @example 0.62 */
  readonly spent_usd!: number;
  /** Limit of a UTC day for both. @example 5.5 */
  readonly limit_usd!: number;
}

/** One tick, for operators. */
export class TickSummaryResponse {
  /** `completed`, or `stopped` early. @example completed */
  readonly outcome!: string;
  /** When it began. @example 2026-05-07T12:00:00.000000Z */
  readonly started_at!: Instant;
  /** Duration in seconds. @example 4.2 */
  readonly duration_seconds!: number;
  /** The tick in one paragraph, as in the log. @example "Tick …" */
  readonly paragraph!: string;
  /** Stages that failed or were left. */
  readonly undone!: readonly UndoneStageResponse[];
  /** Sources whose state changed. */
  readonly sources_changed!: readonly SourceChangeResponse[];
  /**
   * One sentence per request to an exchange that failed.
   * @example ["kalshi listing: HTTP 500 from external-api.kalshi.com"]
   */
  readonly exchange_failures!: readonly string[];
  /** Items. */
  readonly items!: TickItemsResponse;
  /** Problems with data of sources. */
  readonly warnings!: readonly SourceWarningResponse[];
  /** Markets. */
  readonly markets!: TickMarketsResponse;
  /** Alerts. */
  readonly alerts!: TickAlertsResponse;
  /** Forecasts. */
  readonly forecasts!: TickForecastsResponse;
}

export class LongestWaitResponse {
  /** Exchange. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side identifier. @example KXIRAN-26 */
  readonly ticker!: string;
  /** Its question. @example "Will Israel strike Iran by June 30, 2026?" */
  readonly question!: string;
  /** Hours since its last forecast, or since it was tracked. @example 31.5 */
  readonly hours!: number;
}

/** A time-stamping authority or a witness. */
export class OutsideClockResponse {
  /** Kind of clock. @example witness */
  @OneOf(['authority', 'witness'])
  readonly kind!: string;
  /** Its host, or the name in its key. @example witness.example/w1 */
  readonly name!: string;
  /** Result of the last request. @example held */
  @OneOf(['held', 'refused', 'failed', 'not asked'])
  readonly state!: string;
  /** Why nothing was kept, or null. @example HTTP 500 from example.org:443 */
  readonly reason!: string | null;
  /** Records in the newest head that it stated. @example 340 */
  readonly tree_size!: number;
  /** Time of that statement by its own clock; null before the first. @example 2026-05-07T12:00:00.000000Z */
  readonly time!: Instant | null;
}

/** Damaged copies of the registry on disk. */
export class DamagedCopiesResponse {
  /** Number since this process began. @example 1 */
  readonly count!: number;
  /** The last one. @example bundles.jsonl */
  readonly last!: string;
  /** When the damage was noticed. @example 2026-05-07T12:00:00.000000Z */
  readonly last_at!: Instant;
}

/** An upstream that is paused. */
export class PausedUpstreamResponse {
  /** Its name. @example kalshi */
  readonly name!: string;
  /** When it is asked again. @example 2026-05-07T12:00:00.000000Z */
  readonly until!: Instant;
}

/** State of the service. */
export class StatusResponse {
  /** The last tick; null before the first. */
  readonly last_tick!: TickSummaryResponse | null;
  /** When the next tick is due; null if this process does not poll. @example 2026-05-07T12:00:00.000000Z */
  readonly next_tick_at!: Instant | null;
  /** The open market that has waited longest for a forecast. */
  readonly longest_wait!: LongestWaitResponse | null;
  /** Cost of paid requests today. */
  readonly spending!: readonly SpendingResponse[];
  /** Disk space; null if unknown. */
  readonly disk!: DiskResponse | null;
  /**
   * Why nothing can be written to disk; absent if it can.
   * @example "The data folder (DATA_DIR) is full: stored data is served, and nothing is signed or copied."
   */
  readonly data_folder?: string;
  /**
   * Why nothing is stored: this machine's clock is wrong; absent while it is right.
   * @example "This machine's clock is 7200 s ahead of the upstreams' clocks."
   */
  readonly clock?: string;
  /** Number of webhook endpoints that are switched off; absent for none. @example 1 */
  readonly webhook_endpoints_off?: number;
  /** The configured time-stamping authorities and witnesses. */
  readonly outside_clocks!: readonly OutsideClockResponse[];
  /** Public copies on disk that were damaged and were made again from the database; absent for none. */
  readonly damaged_copies?: DamagedCopiesResponse;
  /**
   * Upstreams that this process has paused after repeated failures; absent for none.
   */
  readonly paused_upstreams?: readonly PausedUpstreamResponse[];
  /**
   * Upstreams that end within 30 days, and facts about them older than 120 days; absent for none.
   * @example ["Anthropic: claude-opus-5 ends on 2026-12-10; claude-opus-6 takes its place"]
   */
  readonly upstream_warnings?: readonly string[];

  /**
   * @param nextTickAt UTC ms, or null
   * @param beside faults of the data folder, the clock and the copies in the folder, or null; number of disabled webhook
   *   endpoints; paused upstreams with their end, UTC ms; warnings of the upstream ledger; cost of today; disk space
   */
  static from(
    tick: TickSummaryResponse | null,
    nextTickAt: number | null,
    wait: LongestWait | null,
    beside: {
      readonly folder: string | null;
      readonly clock: string | null;
      readonly damage: DamageReport | null;
      readonly webhooksOff: number;
      readonly clocks: readonly OutsideClock[];
      readonly paused: readonly { readonly name: string; readonly until: number }[];
      readonly warnings: readonly string[];
      readonly dollars: DaySpending;
      readonly room: { readonly freeBytes: number; readonly daysLeft: number | null } | null;
    },
  ): StatusResponse {
    const { folder, clock, damage, webhooksOff, clocks, paused, warnings, dollars, room } = beside;
    return Object.assign(new StatusResponse(), {
      ...(folder === null ? {} : { data_folder: folder }),
      ...(clock === null ? {} : { clock }),
      ...(webhooksOff === 0 ? {} : { webhook_endpoints_off: webhooksOff }),
      ...(warnings.length === 0 ? {} : { upstream_warnings: warnings }),
      ...(paused.length === 0
        ? {}
        : { paused_upstreams: paused.map(({ name, until }) => ({ name, until: formatMillis(until) })) }),
      disk:
        room === null
          ? null
          : {
              free_gb: Math.round(room.freeBytes / 1e8) / 10,
              days_left: room.daysLeft === null ? null : Math.floor(room.daysLeft),
            },
      spending: Object.entries(dollars).map(([purse, spending]) => ({ purse, ...spending })),
      outside_clocks: clocks.map((clock) =>
        responseOf(OutsideClockResponse, { ...clock, time: clock.time === null ? null : formatMicros(clock.time) }),
      ),
      ...(damage === null
        ? {}
        : { damaged_copies: { count: damage.count, last: damage.copy, last_at: formatMillis(damage.at) } }),
      last_tick: tick,
      next_tick_at: nextTickAt === null ? null : formatMillis(nextTickAt),
      longest_wait:
        wait === null
          ? null
          : responseOf(LongestWaitResponse, { ...wait, hours: Math.round(wait.waited_ms / 360_000) / 10 }),
    });
  }
}
