import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Metrics } from '../common/metrics.service';
import { utcDate } from '../common/utc-time';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { GraphService } from '../graph/graph.service';

/** Budgets, each with a limit in US dollars per UTC day. */
export type Purse = 'model' | 'x';

export interface Hold {
  readonly id: string;
  readonly usd: number;
}

export interface Counted {
  readonly model?: string;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly tokensCached?: number;
}

interface UseSpending {
  readonly use: string;
  readonly requests: number;
  readonly usd: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
}

interface PurseSpending {
  readonly limit_usd: number;
  /** Spent, plus reservations of requests in progress. */
  readonly spent_usd: number;
  readonly left_usd: number;
  /** Spent since the first day of the UTC month. */
  readonly month_usd: number;
  readonly uses: readonly UseSpending[];
}

interface SpentRow {
  readonly purse: Purse;
  readonly micros: number;
  readonly month_micros: number;
  readonly uses: readonly (Omit<UseSpending, 'usd'> & { readonly micros: number })[];
}

export type DaySpending = Readonly<Record<Purse, PurseSpending>>;

const MICROS = 1e6;
/** Uses that may spend a day's whole limit; all others together may spend half. */
const FIRST_USES = new Set(['recorded', 'posts']);

/** The maximum cost is reserved before a request, so that several processes together never exceed the limit. */
@Injectable()
export class Dollars {
  constructor(
    private readonly graph: GraphService,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Reserves the maximum cost of a request; null if over the limit. @param now UTC ms */
  async hold(purse: Purse, use: string, worstUsd: number, now: number): Promise<Hold | null> {
    const id = randomUUID();
    const limit = Math.floor(this.limitOf(purse) * MICROS);
    const rows = await this.graph.write<{ micros: number }>('upstream/hold-dollars', {
      id,
      purse,
      use,
      date: utcDate(now * 1000),
      at_ms: now,
      micros: Math.ceil(worstUsd * MICROS),
      limit,
      others_limit: FIRST_USES.has(use) ? limit : Math.floor(limit / 2),
      first: FIRST_USES.has(use),
    });
    return rows.length === 0 ? null : { id, usd: worstUsd };
  }

  async settle({ id }: Hold, usd: number, counted: Counted = {}): Promise<void> {
    await this.graph.write('upstream/settle-dollars', {
      id,
      micros: Math.round(usd * MICROS),
      model: counted.model ?? null,
      tokens_in: counted.tokensIn ?? 0,
      tokens_out: counted.tokensOut ?? 0,
      tokens_cached: counted.tokensCached ?? 0,
    });
  }

  /** Spent and remaining dollars per budget; updates the metrics. @param now UTC ms */
  async day(now: number): Promise<DaySpending> {
    const date = utcDate(now * 1000);
    const rows = await this.graph.read<SpentRow>('upstream/spent-dollars', { first: `${date.slice(0, 7)}-01`, date });
    const of = (purse: Purse): PurseSpending => {
      const row = rows.find((one) => one.purse === purse);
      const limit = this.limitOf(purse);
      const spent = (row?.micros ?? 0) / MICROS;
      const uses = (row?.uses ?? []).map(({ micros, ...use }) => ({ ...use, usd: micros / MICROS }));
      const month = (row?.month_micros ?? 0) / MICROS;
      return { limit_usd: limit, spent_usd: spent, left_usd: Math.max(0, limit - spent), month_usd: month, uses };
    };
    const day: DaySpending = { model: of('model'), x: of('x') };
    for (const [purse, { spent_usd, left_usd }] of Object.entries(day)) {
      this.metrics.dollarsSpent.set({ purse }, spent_usd);
      this.metrics.dollarsLeft.set({ purse }, left_usd);
    }
    return day;
  }

  private limitOf(purse: Purse): number {
    return purse === 'model' ? this.environment.modelDailyUsd : this.environment.xDailyUsd;
  }
}
