import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Metrics } from '../common/metrics.service';
import { utcDate } from '../common/utc-time';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { GraphService } from '../graph/graph.service';

/** What has a limit of its own in US dollars a UTC day. */
export type Purse = 'model' | 'x';

/** Dollars that are set aside for one request. */
export interface Hold {
  readonly id: string;
  readonly usd: number;
}

/** What is kept beside the cost of a request. */
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
  /** Spent, and set aside for requests under way. */
  readonly spent_usd: number;
  readonly left_usd: number;
  /** Requests of the day by what they were for. */
  readonly uses: readonly UseSpending[];
}

export type DaySpending = Readonly<Record<Purse, PurseSpending>>;

const MICROS = 1e6;
/** The use that may take the whole of a day's limit; all others together take half of it. */
const FIRST_USES = new Set(['recorded', 'posts']);

/**
 * Money that requests cost, a UTC day. It is set aside before a request by the most that the request can
 * cost, in the graph, so that two processes together never exceed the limit; a request whose cost nobody
 * learns stays counted at its most.
 */
@Injectable()
export class Dollars {
  constructor(
    private readonly graph: GraphService,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** Sets aside the most that a request can cost; null where the limit would be passed. @param now UTC ms */
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

  /** Replaces what was set aside by what the request cost. */
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

  /** Spent and left of each purse; keeps the measurements. @param now UTC ms */
  async day(now: number): Promise<DaySpending> {
    const rows = await this.graph.read<{ purse: Purse; micros: number; uses: (UseSpending & { micros: number })[] }>(
      'upstream/spent-dollars',
      { date: utcDate(now * 1000) },
    );
    const of = (purse: Purse): PurseSpending => {
      const row = rows.find((one) => one.purse === purse);
      const limit = this.limitOf(purse);
      const spent = (row?.micros ?? 0) / MICROS;
      const uses = (row?.uses ?? []).map(({ micros, ...use }) => ({ ...use, usd: micros / MICROS }));
      return { limit_usd: limit, spent_usd: spent, left_usd: Math.max(0, limit - spent), uses };
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
