import { Injectable } from '@nestjs/common';
import { GraphService } from '../../platform/graph/graph.service';
import {
  cosignatureEntry,
  timestampLine,
  type KeptCosignature,
  type KeptTimestamp,
  type OutsideClock,
  type OutsideClockKind,
} from './outside-clock';

/** The first statement of one authority or witness on a head that contains a record. */
export interface FirstSight {
  readonly kind: OutsideClockKind;
  readonly name: string;
  /** By its own clock, microseconds UTC. */
  readonly time: number;
  /** Null for a cosignature. */
  readonly chain: 'checked' | 'not checked' | null;
}

type FirstStatement = ReturnType<typeof timestampLine> | ReturnType<typeof cosignatureEntry>;

const PAGE = 500;
/** Heads of each kind to search for the first that contains a record. */
const FIRST_HEADS = 200;

@Injectable()
export class OutsideClockRepository {
  constructor(private readonly graph: GraphService) {}

  async clocks(): Promise<OutsideClock[]> {
    const rows = await this.graph.read<{ clock: OutsideClock }>('registry/list-outside-clocks');
    return rows.map(({ clock }) => clock);
  }

  async note(id: string, changes: Partial<Omit<OutsideClock, 'id'>>): Promise<void> {
    await this.graph.write('registry/note-outside-clock', { id, changes: { ...changes } });
  }

  async keepTimestamp(clock: string, timestamp: KeptTimestamp): Promise<void> {
    await this.graph.write('registry/keep-timestamp', { clock, timestamp: { ...timestamp } });
  }

  async keepCosignature(clock: string, cosignature: KeptCosignature): Promise<void> {
    await this.graph.write('registry/keep-cosignature', { clock, cosignature: { ...cosignature } });
  }

  async timestamps(): Promise<(KeptTimestamp & { readonly authority: string })[]> {
    return this.all('registry/list-timestamps', 'timestamp');
  }

  async cosignatures(): Promise<(KeptCosignature & { readonly witness: string; readonly url: string })[]> {
    return this.all('registry/list-cosignatures', 'cosignature');
  }

  /** The response of an authority, DER; null for an unknown id. */
  async token(id: string): Promise<Buffer | null> {
    const [row] = await this.graph.read<{ token: string }>('registry/get-timestamp', { id });
    return row === undefined ? null : Buffer.from(row.token, 'base64');
  }

  /** Signature lines of witnesses for the checkpoint of this head. */
  async linesAt(treeSize: number, rootHash: string): Promise<string[]> {
    const rows = await this.graph.read<{ line: string }>('registry/list-cosignatures-at', {
      tree_size: treeSize,
      root_hash: rootHash,
    });
    return rows.map(({ line }) => line);
  }

  /** The newest cosigned head that contains a record, or null. */
  async newestCosignedHead(leafIndex: number): Promise<{ tree_size: number; root_hash: string } | null> {
    const [row] = await this.graph.read<{ tree_size: number; root_hash: string }>('registry/newest-cosigned-head', {
      leaf_index: leafIndex,
    });
    return row ?? null;
  }

  /** Earliest first. */
  async firstSightsOf(leafIndex: number): Promise<FirstSight[]> {
    return this.graph.read('registry/list-first-sights', { leaf_index: leafIndex, scan: FIRST_HEADS });
  }

  /** For each authority and witness, its first head that contains a record, as lines of outside-clocks.jsonl. */
  async firstStatements(leafIndex: number): Promise<FirstStatement[]> {
    const rows = await this.graph.read<{
      timestamp: (KeptTimestamp & { readonly authority: string }) | null;
      cosignature: (KeptCosignature & { readonly witness: string }) | null;
    }>('registry/list-first-statements', { leaf_index: leafIndex, scan: FIRST_HEADS });
    return rows.flatMap(({ timestamp, cosignature }) => [
      ...(timestamp === null ? [] : [timestampLine(timestamp)]),
      ...(cosignature === null ? [] : [cosignatureEntry(cosignature)]),
    ]);
  }

  private async all<T>(query: string, column: string): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const rows = await this.graph.read<Record<string, T>>(query, { from: all.length, limit: PAGE });
      all.push(...rows.map((row) => row[column] as T));
      if (rows.length < PAGE) return all;
    }
  }
}
