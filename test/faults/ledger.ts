import type { FaultDatabase } from './fault-database';

interface Logged {
  readonly id: string;
  readonly kind: string;
  readonly sha256: string;
}

interface Listed {
  readonly trade_id: string;
  readonly status: string;
  readonly net_pnl: number | null;
}

/**
 * Everything that readers received and that must remain: documents of the log with their hashes, items of
 * the event log, paper trades with their result, predictions that a command has reported.
 */
export class Ledger {
  readonly documents = new Map<string, string>();
  readonly items = new Set<string>();
  /** Trades with their result, null while open. */
  readonly trades = new Map<string, number | null>();
  /** How many predictions of a market were reported by commands. */
  readonly predicted = new Map<string, number>();

  /** Reads everything that the service serves now; unreadable parts count as not served. */
  async read(baseUrl: string): Promise<void> {
    const get = async <T>(path: string): Promise<T | null> => {
      const answer = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
      return answer?.ok === true ? ((await answer.json().catch(() => null)) as T | null) : null;
    };
    const day = new Date().toISOString().slice(0, 10);
    const log = await get<{ records: Logged[] }>(`/api/registry/${day}.json`);
    for (const { id, kind, sha256 } of log?.records ?? []) if (kind === 'bundle') this.documents.set(id, sha256);
    const events = await get<{ id: string }[]>('/v1/ontology/events?limit=100');
    for (const { id } of events ?? []) this.items.add(id);
    const receipts = await get<Listed[]>('/api/receipts?limit=100');
    for (const { trade_id, status, net_pnl } of receipts ?? [])
      this.trades.set(trade_id, status === 'closed' ? net_pnl : null);
  }

  /** Missing and changed parts. */
  async lost(database: Pick<FaultDatabase, 'ask'>): Promise<string[]> {
    const bundles = await database.ask('MATCH (b:Bundle) RETURN b.id AS id, b.sha256 AS value');
    const items = await database.ask('MATCH (i:Item) RETURN i.id AS id, true AS value');
    const trades = await database.ask('MATCH (t:Trade) RETURN t.trade_id AS id, t.net_pnl AS value');
    const made = await database.ask("MATCH (p:Prediction) RETURN p.exchange + '/' + p.ticker AS id, count(p) AS value");
    const asMap = (rows: Record<string, unknown>[]): Map<unknown, unknown> =>
      new Map(rows.map(({ id, value }) => [id, value]));
    const [bundleOf, itemOf, tradeOf, madeOf] = [bundles, items, trades, made].map(asMap);
    return [
      ...[...this.documents].filter(([id, hash]) => bundleOf?.get(id) !== hash).map(([id]) => id),
      ...[...this.items].filter((id) => itemOf?.get(id) !== true),
      ...[...this.trades]
        .filter(([id, result]) => (result === null ? tradeOf?.has(id) !== true : tradeOf?.get(id) !== result))
        .map(([id]) => id),
      ...[...this.predicted].filter(([market, n]) => Number(madeOf?.get(market) ?? 0) < n).map(([market]) => market),
    ];
  }

  get size(): number {
    const reported = [...this.predicted.values()].reduce((sum, count) => sum + count, 0);
    return this.documents.size + this.items.size + this.trades.size + reported;
  }
}
