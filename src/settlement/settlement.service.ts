import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { DAY_MS, HOUR_MS } from '../platform/common/durations';
import { Metrics } from '../platform/common/metrics.service';
import { formatMillis } from '../platform/common/utc-time';
import { endedTrade, exitRequest, type TradeEnd } from '../forecasting/exit-record';
import type { GraphTransaction } from '../platform/graph/graph.service';
import { isFinal, type Market } from '../markets/market';
import { MarketsService } from '../markets/markets.service';
import { LogService, type AppendRequest, type LogWork } from '../registry/log/log.service';
import { outcomeOf, settleTrade } from './outcome';
import { contradicts, correctionRequest, settlementRequest, type ExchangeWord } from './settlement-record';
import {
  SettlementRepository,
  type MarketToSettle,
  type MarketRow,
  type MarketTrade,
  type RecordedRow,
} from './settlement.repository';
import { marketId } from '../markets/market-key';
import { pick } from '../platform/common/pick';

/** An exchange can amend a settlement for this long. */
const READ_AGAIN_MS = 30 * DAY_MS;
/** Less than a day, so that a late tick still reads daily. */
const READ_AGAIN_AFTER_MS = 20 * HOUR_MS;
/** Per tick. */
const READ_AGAIN_MAX = 200;

interface SettlementReport {
  readonly settled: number;
  readonly graded: number;
  readonly tradesClosed: number;
}

interface CorrectionReport {
  readonly readAgain: number;
  readonly corrected: number;
  readonly failures: readonly string[];
}

interface Settled {
  readonly graded: number;
  readonly tradesClosed: number;
}

/**
 * Grades settlements. The settlement record, grades and trade exits of one market are written in one transaction. A
 * later change by the exchange is recorded as a correction, and grades and trades are updated.
 */
@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);

  constructor(
    private readonly settlements: SettlementRepository,
    private readonly log: LogService,
    private readonly markets: MarketsService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settles every market that its exchange has settled, and grades predictions made after a settlement. */
  async settleDue(): Promise<SettlementReport> {
    const fresh = await this.settlements.listUnrecorded(nowMillis(this.clock));
    const late = await this.settlements.listLate();
    const report = { settled: 0, graded: 0, tradesClosed: 0 };
    const count = (done: Settled | null): void => {
      if (done === null) return;
      report.settled += 1;
      report.graded += done.graded;
      report.tradesClosed += done.tradesClosed;
    };
    for (const market of fresh) {
      const done = await this.write(market, (tx) => this.settleIn(tx, market, this.wordOf(market)));
      if (done !== null) this.metrics.settlements.inc({ outcome: outcomeOf(market.settlement_yes_price) ?? 'none' });
      count(done);
    }
    for (const settlement of late) count(await this.write(settlement, (tx) => this.settleIn(tx, settlement, null)));
    return report;
  }

  /** Reads recent settlements again, and records corrections. */
  async correctDue(signal: AbortSignal): Promise<CorrectionReport> {
    const now = nowMillis(this.clock);
    const due = await this.settlements.listToReadAgain(
      formatMillis(Math.max(0, now - READ_AGAIN_MS)),
      now - READ_AGAIN_AFTER_MS,
      READ_AGAIN_MAX,
    );
    if (due.length === 0) return { readAgain: 0, corrected: 0, failures: [] };
    const { found, failures } = await this.markets.readAgain(due, signal);
    const words = found.flatMap((market) => this.finalWord(market) ?? []);
    const recorded = new Map((await this.settlements.listRecorded(words)).map((row) => [marketId(row), row]));
    let corrected = 0;
    for (const word of words) {
      const row = recorded.get(marketId(word));
      if (row !== undefined && (await this.correct(word, row))) corrected += 1;
    }
    // Markets missing in the response are read again in the next tick.
    await this.settlements.noteRead(found, now);
    return { readAgain: found.length, corrected, failures };
  }

  /** The current settlement of a market; null while it is under review. */
  private finalWord(market: Market): ExchangeWord | null {
    const { status } = market;
    return isFinal(status) ? this.wordOf({ ...market, status: status === 'void' ? 'void' : 'settled' }) : null;
  }

  /** Records a correction if the exchange contradicts the record. */
  private async correct(word: ExchangeWord, recorded: RecordedRow): Promise<boolean> {
    // A future date means that one of the two clocks is wrong; it must not be recorded.
    if (word.resolved_at > formatMillis(nowMillis(this.clock)) || !contradicts(word, wordAs(recorded))) return false;
    const { exchange, ticker } = recorded;
    const own = recorded.record_sha256 !== null;
    const done = await this.write({ exchange, ticker, own }, (tx) => this.correctIn(tx, word));
    if (done !== null) this.logger.warn(`${exchange} corrects the settlement of ${ticker}`);
    return done !== null;
  }

  /** Holds the log if a record is needed; null when the log refuses it, so that a later tick retries. */
  private async write(
    { exchange, ticker, own }: MarketToSettle,
    work: (tx: GraphTransaction) => Promise<LogWork<Settled>>,
  ): Promise<Settled | null> {
    if (!own) {
      const { value } = await this.settlements.transaction(work);
      this.metrics.trades.inc({ change: 'closed' }, value.tradesClosed);
      return value;
    }
    const written = await this.log.write(work);
    if (written.kind === 'refused') {
      this.logger.warn(`${exchange}/${ticker} is not settled: ${written.reason}`);
      return null;
    }
    this.metrics.trades.inc({ change: 'closed' }, written.value.tradesClosed);
    return written.value;
  }

  /** @param word the exchange's settlement; null for the recorded one */
  private async settleIn(
    tx: GraphTransaction,
    market: MarketToSettle,
    word: ExchangeWord | null,
  ): Promise<LogWork<Settled>> {
    const row =
      word === null
        ? (await this.settlements.listRecorded([market], tx))[0]
        : await this.settlements.record(tx, word, nowMillis(this.clock));
    if (!row) return { documents: [], value: { graded: 0, tradesClosed: 0 } };
    const holds = wordAs(row);
    const { record_sha256: known } = row;
    const documents = market.own && known === null ? [settlementRequest(holds)] : [];
    return this.follow(tx, holds, documents, known, false);
  }

  private async correctIn(tx: GraphTransaction, word: ExchangeWord): Promise<LogWork<Settled>> {
    const [row] = await this.settlements.listRecorded([word], tx);
    const nothing = { documents: [], value: { graded: 0, tradesClosed: 0 } };
    if (row === undefined || !contradicts(word, wordAs(row))) return nothing;
    const { record_sha256: known, corrections } = row;
    await this.settlements.correct(tx, word);
    if (known === null) return this.follow(tx, word, [], null, true);
    return this.follow(tx, word, [correctionRequest(word, corrections + 1, known)], null, true);
  }

  /** Updates grades and trades. @param known the current record if none is written now */
  private async follow(
    tx: GraphTransaction,
    holds: ExchangeWord,
    documents: readonly AppendRequest[],
    known: string | null,
    again: boolean,
  ): Promise<LogWork<Settled>> {
    const graded = await this.settlements.gradePredictions(tx, holds, nowMillis(this.clock), again);
    const trades = await this.settlements.listTrades(tx, holds, again);
    const written = documents[0]?.id;
    const exits: AppendRequest[] = [];
    for (const trade of trades) {
      const end: TradeEnd = {
        ...endOf(trade, holds),
        closedAt: holds.resolved_at,
        quote: null,
        settlementSha256: (slot) => (written === undefined ? known : slot.sha256Of(written)),
      };
      if (trade.origin === 'pipeline') exits.push(exitRequest(trade, end));
      else await this.settlements.endTrade(tx, endedTrade(trade, end, holds.resolved_at, null));
    }
    return { documents: [...documents, ...exits], value: { graded, tradesClosed: trades.length } };
  }

  private wordOf(market: Omit<MarketRow, 'own'>): ExchangeWord {
    return {
      ...pick(market, 'exchange', 'ticker', 'status', 'settlement_yes_price'),
      resolved_at: market.resolved_at ?? formatMillis(nowMillis(this.clock)),
      resolved_at_stated: market.resolved_at !== null,
      raw_sha256: market.raw_sha256,
    };
  }
}

const endOf = (trade: MarketTrade, { settlement_yes_price }: ExchangeWord) => {
  const { price, netPnl } = settleTrade(trade, settlement_yes_price);
  return { reason: 'settled' as const, price, feeUsd: 0, netPnl };
};

const wordAs = (row: RecordedRow): ExchangeWord => ({ ...row, resolved_at_stated: row.resolved_at_stated ?? true });
