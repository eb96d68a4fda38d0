import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatMicros, formatMillis } from '../platform/common/utc-time';
import type { DamageReport } from '../registry/copies/copy-damage.service';
import type { OutsideClock } from '../registry/clocks/outside-clock';
import type { DaySpending } from '../platform/upstream/dollars.service';
import { DiskResponse, SpendingResponse } from './resources.dto';
import type { LongestWait } from './status.repository';
import { tickParagraph, type TickSummary } from './tick-summary';

const INSTANT = { format: 'date-time', example: '2026-05-07T12:00:00.000000Z' } as const;
const REASON = { type: String, nullable: true, example: 'HTTP 500 from example.org:443' } as const;
const NUMBER = { example: 3 } as const;

export class UndoneStageResponse {
  @ApiProperty({ description: 'Stage.', example: 'forecasting' })
  readonly stage!: string;

  @ApiProperty({ description: '`failed`, or `left` to the next tick.', example: 'failed' })
  readonly state!: string;

  @ApiProperty({ ...REASON, description: 'Why.' })
  readonly reason!: string | null;
}

export class SourceChangeResponse {
  @ApiProperty({ description: 'Source.', example: 'tehran-times' })
  readonly source!: string;

  @ApiProperty({ description: 'State before the tick.', example: 'ok' })
  readonly from!: string;

  @ApiProperty({ description: 'State after it.', example: 'down' })
  readonly to!: string;

  @ApiProperty({ ...REASON, description: 'Why it is not ok.' })
  readonly reason!: string | null;
}

export class SourceWarningResponse {
  @ApiProperty({ description: 'Source.', example: 'quotes-brent' })
  readonly source!: string;

  @ApiProperty({
    description: 'What was noticed.',
    example: 'Dates in the future, not believed: 2',
  })
  readonly warning!: string;
}

export class TickItemsResponse {
  @ApiProperty({ ...NUMBER, description: 'Stored for the first time.' })
  readonly new!: number;

  @ApiProperty({ ...NUMBER, description: 'Changed by their source.' })
  readonly edited!: number;
}

export class TickMarketsResponse {
  @ApiProperty({ ...NUMBER, description: 'Tracked for the first time.' })
  readonly discovered!: number;

  @ApiProperty({ ...NUMBER, description: 'Read.' })
  readonly quoted!: number;

  @ApiProperty({ ...NUMBER, description: 'Of these, with another quote than before.' })
  readonly changed!: number;

  @ApiProperty({ ...NUMBER, description: 'Became final.' })
  readonly settled!: number;
}

export class TickAlertsResponse {
  @ApiProperty({ ...NUMBER, description: 'Opened.' })
  readonly opened!: number;

  @ApiProperty({ ...NUMBER, description: 'Updated.' })
  readonly updated!: number;

  @ApiProperty({ ...NUMBER, description: 'Closed.' })
  readonly closed!: number;
}

export class TickForecastsResponse {
  @ApiProperty({ ...NUMBER, description: 'Calls to the model: what forecasts cost.' })
  readonly asked!: number;

  @ApiProperty({ ...NUMBER, description: 'Predictions made.' })
  readonly predicted!: number;

  @ApiProperty({ ...NUMBER, description: 'Markets skipped.' })
  readonly skipped!: number;

  @ApiProperty({ ...NUMBER, description: 'Paper trades made.' })
  readonly traded!: number;

  @ApiProperty({ ...REASON, description: 'Why the model is off, or null.' })
  readonly off_reason!: string | null;

  @ApiProperty({ description: 'US dollars of the UTC day for models and X, after the tick.', example: 0.62 })
  readonly spent_usd!: number;

  @ApiProperty({ description: 'Limit of a UTC day for both.', example: 5.5 })
  readonly limit_usd!: number;
}

/** One tick as an operator reads it. */
export class TickSummaryResponse {
  @ApiProperty({ description: '`completed`, or `stopped` early.', example: 'completed' })
  readonly outcome!: string;

  @ApiProperty({ ...INSTANT, description: 'When it began.' })
  readonly started_at!: string;

  @ApiProperty({ description: 'How long it took.', example: 4.2 })
  readonly duration_seconds!: number;

  @ApiProperty({ description: 'The tick in one paragraph, as in the log.', example: 'Tick …' })
  readonly paragraph!: string;

  @ApiProperty({ type: [UndoneStageResponse], description: 'Stages that were not done.' })
  readonly undone!: readonly UndoneStageResponse[];

  @ApiProperty({ type: [SourceChangeResponse], description: 'Sources whose state changed.' })
  readonly sources_changed!: readonly SourceChangeResponse[];

  @ApiProperty({
    type: [String],
    description: 'One sentence per request to an exchange that failed.',
    example: ['kalshi listing: HTTP 500 from external-api.kalshi.com'],
  })
  readonly exchange_failures!: readonly string[];

  @ApiProperty({ type: TickItemsResponse, description: 'Items.' })
  readonly items!: TickItemsResponse;

  @ApiProperty({ type: [SourceWarningResponse], description: 'What sources brought amiss.' })
  readonly warnings!: readonly SourceWarningResponse[];

  @ApiProperty({ type: TickMarketsResponse, description: 'Markets.' })
  readonly markets!: TickMarketsResponse;

  @ApiProperty({ type: TickAlertsResponse, description: 'Alerts.' })
  readonly alerts!: TickAlertsResponse;

  @ApiProperty({ type: TickForecastsResponse, description: 'Forecasts.' })
  readonly forecasts!: TickForecastsResponse;
}

export class LongestWaitResponse {
  @ApiProperty({ description: 'Exchange.', example: 'kalshi' })
  readonly exchange!: string;

  @ApiProperty({ description: 'Exchange-side identifier.', example: 'KXIRAN-26' })
  readonly ticker!: string;

  @ApiProperty({
    description: 'What it asks.',
    example: 'Will Israel strike Iran by June 30, 2026?',
  })
  readonly question!: string;

  @ApiProperty({
    description: 'Hours since its last forecast, or since it was tracked.',
    example: 31.5,
  })
  readonly hours!: number;
}

/** A time-stamping authority or a witness. */
export class OutsideClockResponse {
  @ApiProperty({ description: 'What it is.', enum: ['authority', 'witness'], example: 'witness' })
  readonly kind!: string;

  @ApiProperty({ description: 'Its host, or the name in its key.', example: 'witness.example/w1' })
  readonly name!: string;

  @ApiProperty({
    description: 'What became of asking it last.',
    enum: ['held', 'refused', 'failed', 'not asked'],
    example: 'held',
  })
  readonly state!: string;

  @ApiProperty({ ...REASON, description: 'Why nothing was kept, or null.' })
  readonly reason!: string | null;

  @ApiProperty({ description: 'Records in the newest head that it stated.', example: 340 })
  readonly tree_size!: number;

  @ApiProperty({
    ...INSTANT,
    type: String,
    nullable: true,
    description: 'When it did, by its own clock; null before the first.',
  })
  readonly time!: string | null;
}

/** Copies of the registry on disk that were not what the log says. */
export class DamagedCopiesResponse {
  @ApiProperty({ description: 'How many since this process began.', example: 1 })
  readonly count!: number;

  @ApiProperty({ description: 'The last of them.', example: 'bundles.jsonl' })
  readonly last!: string;

  @ApiProperty({ ...INSTANT, description: 'When that was noticed.' })
  readonly last_at!: string;
}

/** An upstream that is let be for a while. */
export class PausedUpstreamResponse {
  @ApiProperty({ description: 'Its name.', example: 'kalshi' })
  readonly name!: string;

  @ApiProperty({ ...INSTANT, description: 'When it is asked again.' })
  readonly until!: string;
}

/** How the service fares. */
export class StatusResponse {
  @ApiProperty({
    type: TickSummaryResponse,
    nullable: true,
    description: 'The last tick; null before the first.',
  })
  readonly last_tick!: TickSummaryResponse | null;

  @ApiProperty({
    ...INSTANT,
    type: String,
    nullable: true,
    description: 'When the next tick is due; null where this process does not poll.',
  })
  readonly next_tick_at!: string | null;

  @ApiProperty({
    type: LongestWaitResponse,
    nullable: true,
    description: 'The open market that has waited longest for a forecast.',
  })
  readonly longest_wait!: LongestWaitResponse | null;

  @ApiProperty({ type: [SpendingResponse], description: 'What requests that are paid for cost today.' })
  readonly spending!: readonly SpendingResponse[];

  @ApiProperty({ type: DiskResponse, nullable: true, description: 'Room on disk; null where it cannot be known.' })
  readonly disk!: DiskResponse | null;

  @ApiPropertyOptional({
    description: 'Why nothing can be written to disk; only while that is so.',
    example: 'The data folder (DATA_DIR) is full: what is stored is served, and nothing is signed or copied.',
  })
  readonly data_folder?: string;

  @ApiPropertyOptional({
    description: 'Endpoints of webhooks that are switched off; only while there are any.',
    example: 1,
  })
  readonly webhook_endpoints_off?: number;

  @ApiProperty({
    type: [OutsideClockResponse],
    description: 'Time-stamping authorities and witnesses that the settings name.',
  })
  readonly outside_clocks!: readonly OutsideClockResponse[];

  @ApiPropertyOptional({
    type: DamagedCopiesResponse,
    description:
      'Public copies on disk that were damaged and were made again from the database; only where there were any.',
  })
  readonly damaged_copies?: DamagedCopiesResponse;

  @ApiPropertyOptional({
    type: [PausedUpstreamResponse],
    description:
      'Upstreams that this process does not ask for a while, after they failed again and again; only while there are any.',
  })
  readonly paused_upstreams?: readonly PausedUpstreamResponse[];

  /**
   * @param nextTickAt UTC ms, or null
   * @param beside why the data folder takes nothing, and what was found damaged there, null for nothing; how many
   *   endpoints of webhooks are switched off; which upstreams are let be until when, UTC ms; what was spent today; room on disk
   */
  static from(
    tick: TickSummary | null,
    nextTickAt: number | null,
    wait: LongestWait | null,
    beside: {
      readonly folder: string | null;
      readonly damage: DamageReport | null;
      readonly webhooksOff: number;
      readonly clocks: readonly OutsideClock[];
      readonly paused: readonly { readonly name: string; readonly until: number }[];
      readonly dollars: DaySpending;
      readonly room: { readonly freeBytes: number; readonly daysLeft: number | null } | null;
    },
  ): StatusResponse {
    const { folder, damage, webhooksOff, clocks, paused, dollars, room } = beside;
    return Object.assign(new StatusResponse(), {
      ...(folder === null ? {} : { data_folder: folder }),
      ...(webhooksOff === 0 ? {} : { webhook_endpoints_off: webhooksOff }),
      ...(paused.length === 0
        ? {}
        : {
            paused_upstreams: paused.map(({ name, until }) => ({
              name,
              until: formatMillis(until),
            })),
          }),
      disk:
        room === null
          ? null
          : {
              free_gb: Math.round(room.freeBytes / 1e8) / 10,
              days_left: room.daysLeft === null ? null : Math.floor(room.daysLeft),
            },
      spending: Object.entries(dollars).map(([purse, spending]) => ({ purse, ...spending })),
      outside_clocks: clocks.map(({ kind, name, state, reason, tree_size, time }) => ({
        kind,
        name,
        state,
        reason,
        tree_size,
        time: time === null ? null : formatMicros(time),
      })),
      ...(damage === null
        ? {}
        : {
            damaged_copies: Object.assign(new DamagedCopiesResponse(), {
              count: damage.count,
              last: damage.copy,
              last_at: formatMillis(damage.at),
            }),
          }),
      last_tick:
        tick === null
          ? null
          : Object.assign(new TickSummaryResponse(), tick, {
              started_at: formatMillis(Date.parse(tick.started_at)),
              paragraph: tickParagraph(tick),
            }),
      next_tick_at: nextTickAt === null ? null : formatMillis(nextTickAt),
      longest_wait:
        wait === null
          ? null
          : Object.assign(new LongestWaitResponse(), {
              exchange: wait.exchange,
              ticker: wait.ticker,
              question: wait.question,
              hours: Math.round(wait.waited_ms / 360_000) / 10,
            }),
    });
  }
}
