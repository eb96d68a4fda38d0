import { Inject, Injectable } from '@nestjs/common';
import { readCheckedLines, type CheckedLine, type LineFault } from '../platform/common/checked-lines';
import {
  flattenRecord,
  importedPrediction,
  importedPredictionId,
  importedTrade,
  PREDICTION_LINE_SCHEMA,
  TRADE_LINE_SCHEMA,
  type Followed,
  type ImportRow,
  type PredictionLine,
  type TradeLine,
} from './prediction-lines';
import { importedInstant, type FieldFault } from '../platform/common/line-fields';
import { groupBy } from '../platform/common/group-by';
import { sha256Hex } from '../platform/common/sha256';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { formatMillis } from '../platform/common/utc-time';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import {
  importedSettlement,
  SETTLEMENT_LINE_SCHEMA,
  type ImportedSettlement,
  type SettlementLine,
} from './settlement-lines';
import { gradedState, outcomeOf, settleTrade, type SettledTrade } from '../settlement/outcome';
import { marketId, marketKeys, type MarketKey } from '../markets/market-key';

export const IMPORT_KINDS = ['predictions', 'trades', 'settlements'] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_SCHEMAS: Readonly<Record<ImportKind, object>> = {
  predictions: PREDICTION_LINE_SCHEMA,
  trades: TRADE_LINE_SCHEMA,
  settlements: SETTLEMENT_LINE_SCHEMA,
};

interface ImportFile {
  readonly kind: ImportKind;
  readonly text: string;
  readonly population: string;
  readonly faults: LineFault[];
}

interface Counts {
  readonly kind: ImportKind;
  readonly lines: number;
  readonly imported: number;
  readonly repeated: number;
  readonly refused: number;
  readonly faults: readonly LineFault[];
}

type ImportReport = Counts & Settled;

interface Digest {
  readonly id: string;
  readonly import_sha256: string | null;
}

interface KnownSettlement extends ImportedSettlement {
  readonly settled_by: 'exchange' | 'import';
}

interface OpenTrade extends SettledTrade, MarketKey {
  readonly trade_id: string;
}

const BATCH = 500;
/** Rows per transaction: few enough for the database's default memory. */
const ROWS_OF_TRANSACTION = 2_000;

type Told = (written: number, of: number) => void;

interface Settled {
  /** Predictions graded and trades closed by known settlements. */
  readonly graded: number;
  readonly tradesClosed: number;
}

/**
 * A repeated import changes nothing and resumes an interrupted one; a mended file adds refused lines. Imports never
 * affect our own forecasts.
 */
@Injectable()
export class ImportService {
  constructor(
    private readonly graph: GraphService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param population `import:<label>` @param told is called with the new lines written so far */
  async import(
    kind: ImportKind,
    text: string,
    population: string,
    told: Told = () => undefined,
  ): Promise<ImportReport> {
    const file: ImportFile = { kind, text, population, faults: [] };
    switch (kind) {
      case 'predictions':
        return this.importPredictions(file, told);
      case 'trades':
        return this.importTrades(file, told);
      case 'settlements':
        return this.importSettlements(file, told);
    }
  }

  private async importPredictions(file: ImportFile, told: Told): Promise<ImportReport> {
    const { text, population, faults } = file;
    const lines = readCheckedLines<PredictionLine>(text, PREDICTION_LINE_SCHEMA, faults, flattenRecord);
    const rows = rowsOf(lines, faults, (line) => importedPrediction(line, population, this.now()));
    const known = await batched(ids(rows), (some) => this.graph.read<Digest>('import/find-predictions', { ids: some }));
    const fresh = freshRows(rows, faults, known);
    const counts = await this.counted(file, rows, fresh);
    const done = await this.write(fresh, told, async (transaction, batch) => {
      await batched(batch, (some) => transaction.run('import/create-predictions', { rows: some }));
      return this.settleKnown(transaction, batch);
    });
    return { ...counts, ...done };
  }

  private async importTrades(file: ImportFile, told: Told): Promise<ImportReport> {
    const { text, population, faults } = file;
    const lines = readCheckedLines<TradeLine>(text, TRADE_LINE_SCHEMA, faults);
    const predictionIds = lines.map(({ value }) => followedId(value, population));
    const found = await batched([...new Set(predictionIds)], (some) =>
      this.graph.read<Followed>('import/find-predictions', { ids: some }),
    );
    const predictions = new Map(found.map((row) => [row.id, row]));
    const rows = rowsOf(lines, faults, (line, index) => {
      const followed = predictions.get(predictionIds[index] ?? '') ?? null;
      if (line.made_at === undefined || followed !== null) return importedTrade(line, population, followed, this.now());
      const message = `no prediction of this market was imported under ${population} with this made_at`;
      return { field: 'made_at', message };
    });
    const known = await batched(ids(rows), (some) => this.graph.read<Digest>('import/find-trades', { ids: some }));
    const fresh = freshRows(rows, faults, known);
    const counts = await this.counted(file, rows, fresh);
    const done = await this.write(fresh, told, async (transaction, batch) => {
      await batched(batch, (some) =>
        transaction.run('import/create-trades', { rows: some.map(({ id, ...row }) => ({ trade_id: id, ...row })) }),
      );
      return this.settleKnown(transaction, batch);
    });
    return { ...counts, ...done };
  }

  private async importSettlements(file: ImportFile, told: Told): Promise<ImportReport> {
    const { text, faults } = file;
    const lines = readCheckedLines<SettlementLine>(text, SETTLEMENT_LINE_SCHEMA, faults);
    const rows = rowsOf(lines, faults, (line) => importedSettlement(line, this.now()));
    const known = await this.known(
      this.graph,
      rows.map(({ value }) => value),
    );
    const fresh = freshSettlements(rows, faults, known);
    const counts = await this.counted(file, rows, fresh);
    const done = await this.write(fresh, told, (transaction, batch) =>
      this.settle(
        transaction,
        batch.map((settlement) => ({ ...settlement, settled_by: 'import' })),
      ),
    );
    return { ...counts, ...done };
  }

  /** Counts the lines, and records how many of a population's were refused: whoever left them out chose. */
  private async counted(
    { kind, text, population, faults }: ImportFile,
    rows: readonly CheckedLine<object>[],
    fresh: readonly object[],
  ): Promise<Counts> {
    const refused = new Set(faults.map(({ line }) => line));
    const kept = rows.filter(({ line }) => !refused.has(line)).length;
    const counts = { lines: kept + refused.size, imported: fresh.length, repeated: kept - fresh.length };
    if (kind !== 'settlements')
      await this.graph.write('import/record-file', {
        population,
        kind,
        sha256: sha256Hex(text),
        lines: counts.lines,
        refused: refused.size,
      });
    return { kind, ...counts, refused: refused.size, faults };
  }

  private async write<Row>(
    rows: readonly Row[],
    told: Told,
    batchOf: (transaction: GraphTransaction, batch: readonly Row[]) => Promise<Settled>,
  ): Promise<Settled> {
    let graded = 0;
    let tradesClosed = 0;
    for (let at = 0; at < rows.length; at += ROWS_OF_TRANSACTION) {
      const batch = rows.slice(at, at + ROWS_OF_TRANSACTION);
      const done = await this.graph.writeTransaction((transaction) => batchOf(transaction, batch));
      graded += done.graded;
      tradesClosed += done.tradesClosed;
      told(at + batch.length, rows.length);
    }
    return { graded, tradesClosed };
  }

  private now(): string {
    return formatMillis(nowMillis(this.clock));
  }

  private async settleKnown(transaction: GraphTransaction, rows: readonly ImportRow[]): Promise<Settled> {
    const markets = new Map(rows.map((row) => [marketId(row), row]));
    const known = await this.known(transaction, [...markets.values()]);
    return this.settle(transaction, [...known.values()]);
  }

  private async settle(transaction: GraphTransaction, settlements: readonly KnownSettlement[]): Promise<Settled> {
    const now = nowMillis(this.clock);
    const rows = settlements.map((settlement) => settlementRow(settlement, now));
    const graded = await batched(rows, (some) =>
      transaction.run<{ graded: number }>('import/record-settlements', { rows: some }),
    );
    const open = await batched(rows, (some) =>
      transaction.run<{ trade: OpenTrade }>('import/list-open-trades', {
        markets: marketKeys(some),
      }),
    );
    const byMarket = new Map(settlements.map((settlement) => [marketId(settlement), settlement]));
    const exits = open.flatMap(({ trade }) => {
      const settlement = byMarket.get(marketId(trade));
      if (settlement === undefined) return [];
      const { price, netPnl } = settleTrade(trade, settlement.settlement_yes_price);
      return [
        {
          trade_id: trade.trade_id,
          closed_at: settlement.resolved_at,
          exit_price: price,
          net_pnl: netPnl,
          settled_by: settlement.settled_by,
        },
      ];
    });
    await batched(exits, (some) => transaction.run('import/close-trades', { rows: some }));
    return { graded: graded.reduce((sum, row) => sum + row.graded, 0), tradesClosed: exits.length };
  }

  private async known(
    from: GraphService | GraphTransaction,
    markets: readonly MarketKey[],
  ): Promise<Map<string, KnownSettlement>> {
    const found = await batched(markets, (some) =>
      ask<{ settlement: KnownSettlement }>(from, 'import/find-settlements', {
        markets: marketKeys(some),
      }),
    );
    return new Map(found.map(({ settlement }) => [marketId(settlement), settlement]));
  }
}

const ask = async <Row>(from: GraphService | GraphTransaction, query: string, parameters: object): Promise<Row[]> =>
  'run' in from ? from.run<Row>(query, { ...parameters }) : from.read<Row>(query, { ...parameters });

const settlementRow = (settlement: KnownSettlement, now: number) => ({
  ...settlement,
  state: gradedState(settlement),
  outcome: outcomeOf(settlement.settlement_yes_price),
  seen_at_ms: now,
});

const ids = (rows: readonly CheckedLine<ImportRow>[]): string[] => [...new Set(rows.map(({ value }) => value.id))];

const followedId = (line: TradeLine, population: string): string =>
  importedPredictionId(population, line, importedInstant(line.made_at ?? line.opened_at) ?? '');

const rowsOf = <Line, Row extends object>(
  lines: readonly CheckedLine<Line>[],
  faults: LineFault[],
  convert: (line: Line, index: number) => Row | FieldFault,
): CheckedLine<Row>[] =>
  lines.flatMap(({ line, value }, index): CheckedLine<Row>[] => {
    const row = convert(value, index);
    if (!isFault(row)) return [{ line, value: row }];
    faults.push({ line, ...row });
    return [];
  });

const isFault = (row: object): row is FieldFault => 'field' in row && 'message' in row;

/**
 * The rows that are not stored yet, each once. Of lines that contradict each other none is kept, as it is unknown which
 * is right.
 *
 * @param saidOf equal for rows that do not contradict each other
 */
const freshOf = <Row, Stored>(
  rows: readonly CheckedLine<Row>[],
  faults: LineFault[],
  stored: ReadonlyMap<string, Stored>,
  keyOf: (row: Row) => string,
  saidOf: (row: Row) => string,
  clashOf: (row: Row, stored: Stored) => string | null,
): Row[] =>
  [...groupBy(rows, ({ value }) => keyOf(value))].flatMap(([key, lines]) => {
    const known = stored.get(key);
    const sayings = [...groupBy(lines, ({ value }) => saidOf(value)).values()];
    for (const [at, saying] of sayings.entries())
      for (const { line, value } of saying) {
        const other = sayings[at === 0 ? 1 : 0]?.[0]?.line;
        const message =
          known !== undefined
            ? clashOf(value, known)
            : other === undefined
              ? null
              : `contradicts line ${other}, and neither is kept`;
        if (message !== null) faults.push({ line, field: '', message });
      }
    return known === undefined && sayings.length === 1 ? lines.slice(0, 1).map(({ value }) => value) : [];
  });

const freshRows = (
  rows: readonly CheckedLine<ImportRow>[],
  faults: LineFault[],
  known: readonly Digest[],
): ImportRow[] =>
  freshOf(
    rows,
    faults,
    new Map(known.map((row) => [row.id, row])),
    ({ id }) => id,
    ({ import_sha256 }) => import_sha256,
    ({ id, import_sha256 }, stored) =>
      import_sha256 === stored.import_sha256 ? null : `${id} is stored already with other values`,
  );

const freshSettlements = (
  rows: readonly CheckedLine<ImportedSettlement>[],
  faults: LineFault[],
  known: ReadonlyMap<string, KnownSettlement>,
): ImportedSettlement[] =>
  freshOf(
    rows,
    faults,
    known,
    marketId,
    (row) => JSON.stringify(row),
    (row, stored) => (sameSettlement(row, stored) ? null : contradictionOf(marketId(row), stored)),
  );

const contradictionOf = (key: string, { settled_by }: KnownSettlement): string =>
  settled_by === 'exchange'
    ? `its exchange has settled ${key} otherwise, and an import does not hold against it`
    : `${key} is settled already, otherwise`;

const sameSettlement = (given: ImportedSettlement, stored: KnownSettlement): boolean =>
  given.status === stored.status &&
  given.settlement_yes_price === stored.settlement_yes_price &&
  given.resolved_at === stored.resolved_at;

const batched = async <T, Row>(all: readonly T[], run: (some: T[]) => Promise<Row[]>): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let at = 0; at < all.length; at += BATCH) rows.push(...(await run(all.slice(at, at + BATCH))));
  return rows;
};
