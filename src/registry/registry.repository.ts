import { Injectable } from '@nestjs/common';
import { present } from '../platform/common/assert';
import { GraphService, type GraphTransaction } from '../platform/graph/graph.service';
import { nextDate } from '../platform/common/utc-time';
import type { MarketKey } from '../markets/market-key';
import { askedForDay, coverageOfDay, isAbandoned, planId, type Asking } from './log/coverage';
import type { CoverageEntry } from './log/day-file';
import type { ChainEntryResponse } from './registry.dto';
import type { LogRecord } from './log/log-record';
import type { RecordKind } from './log/kinds';
import type { HashedNode, ProofPlan, TreeNode } from './proofs/merkle-tree';

export interface LogHead {
  readonly origin: string;
  readonly vkey: string;
  readonly genesis_date: string;
  readonly tree_size: number;
  /** Complete subtrees, left to right, 64 hex digits each. */
  readonly frontier: readonly string[];
  readonly last_made_at: string | null;
  readonly sealed_date: string | null;
  /** `combined_hash` of that day, or the genesis hash. */
  readonly chain_head: string;
  readonly chain_length: number;
}

export interface StoredRecord extends LogRecord {
  readonly leaf_index: number;
  readonly leaf_hash: string;
}

/** `seq` is its position in the chain; `anchored_at`, when it was sealed, is not part of any hash. */
export type ChainEntry = Readonly<Omit<ChainEntryResponse, 'url' | 'wayback_url'>> & { readonly seq: number };

/** With the address of a verified capture, if any. */
export type CapturedEntry = ChainEntry & Readonly<Pick<ChainEntryResponse, 'wayback_url'>>;

export interface LoggedDocument {
  readonly id: string;
  readonly kind: RecordKind;
  readonly text: string;
  readonly sha256: string;
  readonly made_at: string;
  /** Canonical JSON of the item texts by key, served with a bundle but not hashed. */
  readonly words?: string | null;
  /** Keys of the items with withdrawn texts: the stored text no longer has the original hash. */
  readonly withdrawn?: readonly string[] | null;
}

export interface PlacedDocument extends LoggedDocument {
  readonly leaf_index: number;
  readonly leaf_hash: string;
  readonly date: string;
}

/** Maximum records of one day, far above any real rate. */
const DAY_RECORDS_MAX = 1_000_000;

/** All queries of the registry, without logic. */
@Injectable()
export class RegistryRepository {
  constructor(private readonly graph: GraphService) {}

  async createLog(log: Pick<LogHead, 'origin' | 'vkey' | 'genesis_date'>, genesisHash: string): Promise<void> {
    await this.graph.write('registry/create-log', { ...log, genesis_hash: genesisHash });
  }

  async getHead(): Promise<LogHead | null> {
    const [row] = await this.graph.read<{ head: LogHead }>('registry/get-head');
    return row?.head ?? null;
  }

  /** Runs `work` holding the head: no process can append or seal meanwhile. */
  async withHead<T>(work: (tx: GraphTransaction, head: LogHead) => Promise<T>): Promise<T> {
    return this.graph.writeTransaction(async (tx) => {
      const [row] = await tx.run<{ head: LogHead }>('registry/take-head');
      if (row === undefined) throw new Error('The log has no head');
      return work(tx, row.head);
    });
  }

  async reading<T>(work: (tx: GraphTransaction) => Promise<T>): Promise<T> {
    return this.graph.readTransaction(work);
  }

  async appendRecords(
    tx: GraphTransaction,
    rows: readonly PlacedDocument[],
    nodes: readonly HashedNode[],
    frontier: readonly string[],
  ): Promise<void> {
    await tx.run('registry/append-records', {
      rows: rows.map((row) => ({ words: null, ...row })),
      nodes: nodes.map((node) => ({ ...node })),
      frontier: [...frontier],
    });
  }

  async sealDay(tx: GraphTransaction, text: string, entry: ChainEntry): Promise<void> {
    await tx.run('registry/seal-day', { text, entry: { ...entry } });
  }

  /** Hashes of the wanted nodes; missing nodes are not in the map. */
  async nodes(wanted: readonly TreeNode[]): Promise<Map<string, string>> {
    if (wanted.length === 0) return new Map();
    const rows = await this.graph.read<HashedNode>('registry/list-nodes', {
      leaves: wanted.filter(({ level }) => level === 0).map(({ index }) => index),
      inner: wanted.filter(({ level }) => level > 0).map(({ level, index }) => ({ level, index })),
    });
    return new Map(rows.map((node) => [nodeKey(node), node.hash]));
  }

  /** The path of a planned proof; null when nodes are missing. */
  async pathOf(plan: ProofPlan): Promise<string[] | null> {
    const nodes = await this.nodes(plan.nodes);
    const isWhole = plan.nodes.every((node) => nodes.has(nodeKey(node)));
    return isWhole ? plan.path((node) => present(nodes.get(nodeKey(node)), 'tree node')) : null;
  }

  async getRecord(sha256: string): Promise<StoredRecord | null> {
    const [row] = await this.graph.read<{ record: StoredRecord }>('registry/get-record', { sha256 });
    return row?.record ?? null;
  }

  async findRecords(tx: GraphTransaction, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRecord>> {
    const rows = await tx.run<{ record: StoredRecord }>('registry/find-records', { ids: [...ids] });
    return new Map(rows.map(({ record }) => [record.id, record]));
  }

  async newestOf(tx: GraphTransaction, kind: RecordKind): Promise<StoredRecord | null> {
    const [row] = await tx.run<{ record: StoredRecord }>('registry/newest-record', { kind });
    return row?.record ?? null;
  }

  async getDocument(id: string): Promise<LoggedDocument | null> {
    const [row] = await this.graph.read<{ document: LoggedDocument }>('registry/get-document', { id });
    return row?.document ?? null;
  }

  async getDocumentOf(sha256: string): Promise<string | null> {
    const [row] = await this.graph.read<{ text: string }>('registry/get-document-of', { sha256 });
    return row?.text ?? null;
  }

  /** Documents of these ids with their records, in log order; unknown ids are skipped. */
  async listLogged(ids: readonly string[]): Promise<{ readonly record: StoredRecord; readonly text: string }[]> {
    return this.graph.read('registry/list-logged', { ids: [...ids] });
  }

  async listDocuments(from: number, limit: number): Promise<{ leaf_index: number; document: LoggedDocument }[]> {
    return this.graph.read('registry/list-documents', { from, limit });
  }

  async countWithdrawals(): Promise<number> {
    const [row] = await this.graph.read<{ withdrawals: number }>('registry/count-withdrawals');
    return row?.withdrawals ?? 0;
  }

  async listWithdrawn(): Promise<LoggedDocument[]> {
    const rows = await this.graph.read<{ document: LoggedDocument }>('registry/list-withdrawn');
    return rows.map(({ document }) => document);
  }

  async listRecords(from: number, limit: number): Promise<StoredRecord[]> {
    const rows = await this.graph.read<{ record: StoredRecord }>('registry/list-records', { from, limit });
    return rows.map(({ record }) => record);
  }

  async listDayRecords(tx: GraphTransaction, date: string, limit = DAY_RECORDS_MAX): Promise<StoredRecord[]> {
    const rows = await tx.run<{ record: StoredRecord }>('registry/list-day-records', { date, limit });
    return rows.map(({ record }) => record);
  }

  /** Leaf index of the first record of a day, even if the day has none. */
  async firstLeafIndex(tx: GraphTransaction, date: string): Promise<number> {
    const [row] = await tx.run<{ count: number }>('registry/count-records-before', { date });
    return row?.count ?? 0;
  }

  async coverageOf(
    tx: GraphTransaction,
    date: string,
  ): Promise<{ readonly coverage: CoverageEntry[]; readonly abandoned: readonly string[] }> {
    const reported = await tx.run<{ entry: CoverageEntry }>('registry/list-coverage', { date });
    const forecast = await tx.run<MarketKey>('registry/list-forecast-markets', { date });
    const { from, to } = askedForDay(date, nextDate(date));
    const asked = await tx.run<Asking>('registry/list-intents', { dates: [from.slice(0, 10), date], from, to });
    const abandoned = asked.filter(isAbandoned);
    const [plan] = await tx.run<{ document: LoggedDocument }>('registry/get-document', { id: planId(date) });
    const planned =
      plan === undefined ? [] : (JSON.parse(plan.document.text) as { markets: readonly MarketKey[] }).markets;
    return {
      coverage: coverageOfDay({ planned, reported: reported.map(({ entry }) => entry), forecast, abandoned }),
      abandoned: abandoned.map(({ id }) => id),
    };
  }

  /** Chain entries from a position on. */
  async listChain(from: number, limit: number): Promise<CapturedEntry[]> {
    const rows = await this.graph.read<{ entry: CapturedEntry }>('registry/list-chain', { from, limit });
    return rows.map(({ entry }) => entry);
  }

  async listDays(from: number, limit: number): Promise<{ entry: ChainEntry; text: string | null }[]> {
    return this.graph.read('registry/list-days', { from, limit });
  }

  async getDay(date: string): Promise<{ text: string; sha256: string } | null> {
    const [row] = await this.graph.read<{ text: string; sha256: string }>('registry/get-day', { date });
    return row ?? null;
  }
}

export const nodeKey = ({ level, index }: TreeNode): string => `${level}/${index}`;
