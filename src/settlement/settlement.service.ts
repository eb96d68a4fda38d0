import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import { DAY_MS, HOUR_MS } from '../common/durations';
import { Metrics } from '../common/metrics.service';
import { formatMillis } from '../common/utc-time';
import {
  endedTrade,
  exitRequest,
  type ExitedTrade,
  type TradeEnd,
} from '../forecasting/exit-record';
import { GraphService, type GraphTransaction } from '../graph/graph.service';
import { isFinal, type Exchange, type Market } from '../markets/market';
import { MarketsService } from '../markets/markets.service';
import { LogService, type AppendRequest, type LogWork } from '../registry/log.service';
import { gradedState, outcomeOf, settleTrade } from './outcome';
import { contradicts, correctionRequest, settlementRequest, type ExchangeWord } from './settlement-record'; // prettier-ignore

const FINAL_STATUSES = ['settled', 'void'];

/** An exchange can amend its word; for so long it is asked again. */
const READ_AGAIN_MS = 30 * DAY_MS;
/** Less than a day, so that a tick that is late still makes it once a day. */
const READ_AGAIN_AFTER_MS = 20 * HOUR_MS;
/** Settled markets asked about in one tick. */
const READ_AGAIN_MAX = 200;

export interface SettlementReport {
  readonly settled: number;
  readonly graded: number;
  readonly tradesClosed: number;
}

export interface CorrectionReport {
  /** Settled markets that their exchange was asked about again. */
  readonly readAgain: number;
  readonly corrected: number;
  readonly failures: readonly string[];
}

interface MarketKey {
  readonly exchange: Exchange;
  readonly ticker: string;
  /** Whether this deployment forecast it: then the log has a record of its settlement. */
  readonly own: boolean;
}

interface MarketRow extends MarketKey {
  readonly status: 'settled' | 'void';
  readonly settlement_yes_price: number | null;
  readonly resolved_at: string | null;
  readonly raw_sha256: string | null;
}

interface RecordedRow extends Omit<MarketRow, 'own' | 'resolved_at'> {
  readonly resolved_at: string;
  readonly resolved_at_stated: boolean | null;
  /** Of the settlement or the last correction; null where the log has none. */
  readonly record_sha256: string | null;
}

interface TradeRow {
  readonly trade: ExitedTrade & {
    readonly entry_price: number;
    readonly size: number;
    readonly fee_usd: number;
    readonly origin: string;
  };
}

interface Settled {
  readonly graded: number;
  readonly tradesClosed: number;
}

/**
 * Grades what an exchange has decided. The record of a settlement, the grades and the ends of trades of
 * one market are written in one transaction. What an exchange says later is a correction: a record of its
 * own, which grades and trades follow.
 */
@Injectable()
export class SettlementService {
  private readonly logger = new Logger(SettlementService.name);

  constructor(
    private readonly graph: GraphService,
    private readonly log: LogService,
    private readonly markets: MarketsService,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Settles every market whose exchange has, and grades predictions that came after a settlement. */
  async settleDue(): Promise<SettlementReport> {
    const fresh = await this.graph.read<{ market: MarketRow }>('settlement/list-unrecorded', {
      statuses: FINAL_STATUSES,
    });
    const late = await this.graph.read<{ settlement: MarketKey }>('settlement/list-late');
    const report = { settled: 0, graded: 0, tradesClosed: 0 };
    const count = (done: Settled | null): void => {
      if (done === null) return;
      report.settled += 1;
      report.graded += done.graded;
      report.tradesClosed += done.tradesClosed;
    };
    for (const { market } of fresh) {
      const done = await this.write(market, (tx) => this.settleIn(tx, market, this.wordOf(market)));
      if (done !== null)
        this.metrics.settlements.inc({ outcome: outcomeOf(market.settlement_yes_price) ?? 'none' });
      count(done);
    }
    for (const { settlement } of late)
      count(await this.write(settlement, (tx) => this.settleIn(tx, settlement, null)));
    return report;
  }

  /** Asks the exchanges again about what they settled of late, and takes in what they say otherwise. */
  async correctDue(signal: AbortSignal): Promise<CorrectionReport> {
    const now = nowMillis(this.clock);
    const due = await this.graph.read<{ exchange: Exchange; ticker: string }>(
      'settlement/list-to-read-again',
      {
        since: formatMillis(Math.max(0, now - READ_AGAIN_MS)),
        read_before: now - READ_AGAIN_AFTER_MS,
        limit: READ_AGAIN_MAX,
      },
    );
    if (due.length === 0) return { readAgain: 0, corrected: 0, failures: [] };
    const { found, failures } = await this.markets.readAgain(due, signal);
    const words = found.flatMap((market) => this.finalWord(market) ?? []);
    const recorded = new Map(
      (await this.recordedOf(this.graph.read.bind(this.graph), words)).map((row) => [
        marketKey(row.settlement),
        row.settlement,
      ]),
    );
    let corrected = 0;
    for (const word of words) {
      const row = recorded.get(marketKey(word));
      if (row !== undefined && (await this.correct(word, row))) corrected += 1;
    }
    // A market that its exchange did not name is asked about in the next tick again.
    const markets = found.map(({ exchange, ticker }) => ({ exchange, ticker }));
    await this.graph.write('settlement/note-read', { markets, now });
    return { readAgain: found.length, corrected, failures };
  }

  /** What the exchange says of a market now; null while it is looked at again, and decides nothing. */
  private finalWord({ exchange, ticker, status, ...market }: Market): ExchangeWord | null {
    if (!isFinal(status)) return null;
    return this.wordOf({
      exchange,
      ticker,
      status: status === 'void' ? 'void' : 'settled',
      settlement_yes_price: market.settlementYesPrice,
      resolved_at: market.resolvedAt,
      raw_sha256: market.rawSha256,
    });
  }

  /** Whether the exchange says another thing of a settled market than is recorded, and that was taken in. */
  private async correct(word: ExchangeWord, recorded: RecordedRow): Promise<boolean> {
    if (!contradicts(word, wordAs(recorded))) return false;
    const { exchange, ticker } = recorded;
    const own = recorded.record_sha256 !== null;
    const done = await this.write({ exchange, ticker, own }, (tx) => this.correctIn(tx, word));
    if (done !== null) this.logger.warn(`${exchange} corrects the settlement of ${ticker}`);
    return done !== null;
  }

  /** With the log held where a record is due; null when the log takes none, so that a later tick does it. */
  private async write(
    { exchange, ticker, own }: MarketKey,
    work: (tx: GraphTransaction) => Promise<LogWork<Settled>>,
  ): Promise<Settled | null> {
    if (!own) {
      const { value } = await this.graph.writeTransaction(work);
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

  /** @param word what the exchange says; null for what is recorded already */
  private async settleIn(
    tx: GraphTransaction,
    market: MarketKey,
    word: ExchangeWord | null,
  ): Promise<LogWork<Settled>> {
    const [row] =
      word === null
        ? await this.recordedOf(tx.run.bind(tx), [market])
        : await this.record(tx, word);
    if (row === undefined) return { documents: [], value: { graded: 0, tradesClosed: 0 } };
    const holds = wordAs(row.settlement);
    const { record_sha256: known } = row.settlement;
    const documents = market.own && known === null ? [settlementRequest(holds)] : [];
    return this.follow(tx, holds, documents, known, false);
  }

  private async correctIn(tx: GraphTransaction, word: ExchangeWord): Promise<LogWork<Settled>> {
    const [row] = await this.recordedOf(tx.run.bind(tx), [word]);
    const nothing = { documents: [], value: { graded: 0, tradesClosed: 0 } };
    if (row === undefined || !contradicts(word, wordAs(row.settlement))) return nothing;
    const { record_sha256: known, corrections } = row.settlement;
    await tx.run('settlement/correct-settlement', { settlement: propertiesOf(word) });
    if (known === null) return this.follow(tx, word, [], null, true);
    return this.follow(tx, word, [correctionRequest(word, corrections + 1, known)], null, true);
  }

  /** Grades and trades follow what holds now. @param known the record that holds, where none is written now */
  private async follow(
    tx: GraphTransaction,
    holds: ExchangeWord,
    documents: readonly AppendRequest[],
    known: string | null,
    again: boolean,
  ): Promise<LogWork<Settled>> {
    const { exchange, ticker, settlementYesPrice, resolvedAt } = holds;
    const [graded] = await tx.run<{ graded: number }>('settlement/grade-predictions', {
      exchange,
      ticker,
      state: gradedState(holds),
      outcome: outcomeOf(settlementYesPrice),
      settlement_yes_price: settlementYesPrice,
      resolved_at: resolvedAt,
      graded_at_ms: nowMillis(this.clock),
      again,
    });
    const trades = await tx.run<TradeRow>('settlement/list-market-trades', { exchange, ticker, again }); // prettier-ignore
    const written = documents[0]?.id;
    const exits: AppendRequest[] = [];
    for (const { trade } of trades) {
      const end: TradeEnd = {
        ...endOf(trade, holds),
        closedAt: resolvedAt,
        quote: null,
        settlementSha256: (slot) => (written === undefined ? known : slot.sha256Of(written)),
      };
      if (trade.origin === 'pipeline') exits.push(exitRequest(trade, end));
      else await tx.run('forecasting/end-trade', endedTrade(trade, end, resolvedAt, null));
    }
    return {
      documents: [...documents, ...exits],
      value: { graded: graded?.graded ?? 0, tradesClosed: trades.length },
    };
  }

  private async record(
    tx: GraphTransaction,
    word: ExchangeWord,
  ): Promise<{ settlement: RecordedRow }[]> {
    const now = nowMillis(this.clock);
    const settlement = { ...propertiesOf(word), seen_at_ms: now, read_at_ms: now };
    return tx.run('settlement/record-settlement', { settlement });
  }

  private async recordedOf(
    read: <Row>(query: string, parameters: Record<string, unknown>) => Promise<Row[]>,
    markets: readonly Pick<ExchangeWord, 'exchange' | 'ticker'>[],
  ): Promise<{ settlement: RecordedRow & { readonly corrections: number } }[]> {
    return read('settlement/list-recorded', {
      markets: markets.map(({ exchange, ticker }) => ({ exchange, ticker })),
    });
  }

  private wordOf(market: Omit<MarketRow, 'own'>): ExchangeWord {
    return {
      exchange: market.exchange,
      ticker: market.ticker,
      status: market.status,
      settlementYesPrice: market.settlement_yes_price,
      resolvedAt: market.resolved_at ?? formatMillis(nowMillis(this.clock)),
      resolvedAtStated: market.resolved_at !== null,
      rawSha256: market.raw_sha256,
    };
  }
}

const marketKey = ({ exchange, ticker }: { exchange: string; ticker: string }): string =>
  `${exchange}/${ticker}`;

const endOf = (trade: TradeRow['trade'], { settlementYesPrice }: ExchangeWord) => {
  const { price, netPnl } = settleTrade(trade, settlementYesPrice);
  return { reason: 'settled' as const, price, feeUsd: 0, netPnl };
};

const wordAs = (row: RecordedRow): ExchangeWord => ({
  exchange: row.exchange,
  ticker: row.ticker,
  status: row.status,
  settlementYesPrice: row.settlement_yes_price,
  resolvedAt: row.resolved_at,
  resolvedAtStated: row.resolved_at_stated ?? true,
  rawSha256: row.raw_sha256,
});

const propertiesOf = (word: ExchangeWord) => ({
  exchange: word.exchange,
  ticker: word.ticker,
  status: word.status,
  outcome: outcomeOf(word.settlementYesPrice),
  settlement_yes_price: word.settlementYesPrice,
  resolved_at: word.resolvedAt,
  resolved_at_stated: word.resolvedAtStated,
  raw_sha256: word.rawSha256,
});
