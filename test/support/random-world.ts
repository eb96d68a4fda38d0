/**
 * A random deployment that lives some days: markets appear, move, are asked about, edited, postponed, settle, are void,
 * corrected, vanish or stay undecided, calls and rounds fail, books cross or have one side, rules of trading change, the
 * clock is set back by an hour, the service sleeps over midnights and days are sealed late.
 */
import { DatasetFiles } from '../../src/dataset/dataset-files.service';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import { ManualClock } from './manual-clock';
import { ENVIRONMENT } from '../../src/platform/config/environment';
import { formatMillis } from '../../src/platform/common/utc-time';
import { RegistryService } from '../../src/registry/registry.service';
import { SettlementService } from '../../src/settlement/settlement.service';
import type { TestApp } from './app-harness';
import { chance } from './chance';
import type { ModelServer } from './model-server';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MICROS = 1000;
const STEPS = 20;

interface LiveMarket {
  readonly exchange: 'kalshi' | 'polymarket';
  readonly ticker: string;
  closes: number;
  price: number;
  decided: boolean;
}

export class RandomWorld {
  readonly clock: ManualClock;
  private readonly random: () => number;
  private readonly open: LiveMarket[] = [];
  private serial = 0;

  constructor(
    private readonly number: number,
    private readonly test: { readonly app: () => TestApp; readonly model: ModelServer },
    /** UTC ms; drawn where it is left out. */
    begins?: number,
  ) {
    this.random = chance(`random days ${number}`);
    const hour = this.random() < 0.5 ? 22 + this.random() * 4 : this.random() * 24;
    // From the day on from which rows name their bundles: any end of a month, or before a 29 February or a change of year.
    const days = [
      Date.UTC(2026, 5 + Math.floor(this.random() * 24), 27),
      Date.UTC(2028, 1, 28),
      Date.UTC(2027, 11, 31),
    ];
    const start = (days[Math.floor(this.random() * days.length)] ?? 0) + hour * HOUR_MS;
    this.clock = new ManualClock(Math.round(begins ?? start) * MICROS);
    test.model.answer = (call) =>
      this.random() < 0.03
        ? 'I would rather not say.'
        : {
            probability_yes: Math.round(this.random() * 100) / 100,
            confidence: Math.round((0.6 + this.random() * 0.4) * 100) / 100,
            direction: this.random() < 0.5 ? 'ESCALATE' : 'DEESCALATE',
            reasoning: `It may happen; call ${call}.`,
          };
  }

  async live(steps = STEPS, days = 5): Promise<void> {
    const setBackAt = Math.floor(this.random() * steps);
    for (let step = 0; step < steps; step += 1) {
      if (step === setBackAt) await this.setBack();
      for (let n = 0; n < 3; n += 1) if (this.random() < 0.3) await this.appear();
      for (const market of [...this.open]) await this.change(market);
      this.test.model.failWith = this.random() < 0.05 ? 529 : null;
      await this.tick();
      // Mostly ten minutes, at times hours, now and then a night or two.
      const wait = this.random() < 0.7 ? 1 / 6 : this.random() < 0.9 ? this.random() * 6 : 20 + this.random() * 40;
      this.clock.set(this.clock.nowMicros() + Math.round(wait * HOUR_MS * MICROS));
    }
    this.test.model.failWith = null;
    // However short its days were, they are sealed and most of its markets decided.
    for (let day = 0; day < days; day += 1) {
      this.clock.set(this.clock.nowMicros() + 24 * HOUR_MS * MICROS);
      for (const market of [...this.open]) await this.change(market);
      await this.tick();
    }
  }

  /** UTC ms. */
  get now(): number {
    return this.clock.nowMicros() / MICROS;
  }

  private async tick(): Promise<void> {
    const { app } = this.test.app();
    const signal = new AbortController().signal;
    await app.get(SettlementService).settleDue();
    // As after a start with other settings.
    if (this.random() < 0.04)
      Object.assign(app.get<object>(ENVIRONMENT), { tradeMinEdge: this.random() < 0.5 ? 0.05 : 0.02 });
    // Sometimes a round fails before it can report the results of its markets.
    const before = this.now;
    await app.get(ForecastingService).run(signal);
    if (this.random() < 0.1) await this.forgetRound(before);
    await app.get(RegistryService).maintain();
    await app.get(DatasetFiles).refresh();
    await app.get(DatasetFiles).sealDay();
  }

  /** As a time server does that was wrong; half of the time over midnight. */
  private async setBack(): Promise<void> {
    if (this.random() < 0.5) {
      this.clock.set(Math.round((Math.ceil(this.now / DAY_MS) * DAY_MS + this.random() * 0.9 * HOUR_MS) * MICROS));
      await this.tick();
    }
    this.clock.set(this.clock.nowMicros() - HOUR_MS * MICROS);
  }

  private forgetRound(at: number): Promise<void> {
    return this.cypher(`MATCH (c:Coverage {date: '${formatMillis(at).slice(0, 10)}'}) DELETE c`);
  }

  private async appear(): Promise<void> {
    this.serial += 1;
    const market: LiveMarket = {
      exchange: this.random() < 0.5 ? 'kalshi' : 'polymarket',
      ticker: `M${this.number}-${this.serial}`,
      closes: this.now + (0.05 + this.random() * 4) * 24 * HOUR_MS,
      price: 0.03 + this.random() * 0.94,
      decided: false,
    };
    this.open.push(market);
    const event = this.random() < 0.7 ? `'event-${Math.ceil(this.serial / 2)}'` : 'null';
    await this.cypher(
      `MERGE (e:Entity {id: 'iran'}) CREATE (m:Market {exchange: '${market.exchange}', ticker: '${market.ticker}', event: ${event},
       question: 'Will ${market.ticker} happen?', status: 'open', theater: 'iran', resolves_at: '${formatMillis(Math.round(market.closes))}',
       confluence_score: ${Math.floor(this.random() * 6) / 5}})-[:ABOUT]->(e)`,
    );
    await this.quote(market);
  }

  private async change(market: LiveMarket): Promise<void> {
    const chance = this.random();
    if (market.decided || this.now > market.closes || chance < 0.01) await this.end(market);
    else if (chance < 0.03) await this.set(market, "m.status = 'closed'");
    else if (chance < 0.04)
      await this.set(market, `m.question = m.question + ' (edited)', m.edited_at = ${Math.round(this.now)}`);
    else if (chance < 0.05) await this.postpone(market);
    else if (chance < 0.8) {
      market.price = Math.min(0.98, Math.max(0.02, market.price + (this.random() - 0.5) * 0.2));
      await this.quote(market);
    }
  }

  private async end(market: LiveMarket): Promise<void> {
    const chance = this.random();
    // Some are decided late, and a few never.
    if (chance < 0.3) return;
    // An exchange may correct its decision once.
    if (!market.decided || chance > 0.5) this.open.splice(this.open.indexOf(market), 1);
    market.decided = true;
    if (chance < 0.35) return;
    const yes = this.random() < market.price;
    // At times the exchange's clock is ahead of ours.
    const hours = this.random() < 0.15 ? -2 * this.random() : this.random();
    const resolved = formatMillis(Math.round(this.now - hours * HOUR_MS));
    await this.set(
      market,
      chance < 0.42
        ? `m.status = 'void', m.resolved_at = '${resolved}'`
        : `m.status = 'settled', m.outcome = '${yes ? 'YES' : 'NO'}', m.settlement_yes_price = ${yes ? '1.0' : '0.0'}, m.resolved_at = '${resolved}'`,
    );
  }

  private postpone(market: LiveMarket): Promise<void> {
    market.closes += 24 * HOUR_MS;
    return this.set(
      market,
      `m.resolves_at = '${formatMillis(Math.round(market.closes))}', m.edited_at = ${Math.round(this.now)}`,
    );
  }

  private async quote(market: LiveMarket): Promise<void> {
    const half = this.random() < 0.03 ? -0.02 : 0.005 + this.random() * 0.03;
    const [bid, ask] = [market.price - half, market.price + half].map((price) =>
      Math.min(0.99, Math.max(0.01, price)).toFixed(3),
    );
    const depth = this.random() < 0.1 ? 'null' : String(Math.ceil(this.random() * 2000));
    const at = Math.round(this.now - this.random() * 600_000);
    await this.set(
      market,
      `m.yes_bid = ${bid}, m.yes_ask = ${ask}, m.bid_size = ${depth}, m.ask_size = ${depth}, m.yes_price = (${bid} + ${ask}) / 2, m.quoted_at = ${at}`,
    );
  }

  private set({ exchange, ticker }: LiveMarket, what: string): Promise<void> {
    return this.cypher(`MATCH (m:Market {exchange: '${exchange}', ticker: '${ticker}'}) SET ${what}`);
  }

  private async cypher(statement: string): Promise<void> {
    await this.test.app().graph.graph.statement(statement);
  }
}
