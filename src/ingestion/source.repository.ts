import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { ListedSource } from './exchange-sources';
import type { CollectState, JsonValue } from './source';
import { newRecord, type SourceRecord } from './source-state';

/** The node of a source. Catalogue fields are included for readers in Neo4j Browser. */
interface SourceProperties extends Partial<Omit<SourceRecord, 'id' | 'collect' | 'reason'>> {
  readonly id: string;
  readonly etag?: string;
  readonly last_modified?: string;
  /** JSON text of the adapter's cursor. */
  readonly cursor?: string;
  readonly reason?: string;
}

const CURSOR_MAX = 200_000;

@Injectable()
export class SourceRepository {
  constructor(private readonly graph: GraphService) {}

  /** Records by source id; a source never polled has none. */
  async records(ids: readonly string[] | null = null): Promise<Map<string, SourceRecord>> {
    const rows = await this.graph.read<{ record: SourceProperties }>('ingestion/list-source-records', { ids });
    return new Map(rows.map(({ record }) => [record.id, toRecord(record)]));
  }

  async save(entries: readonly { source: ListedSource; record: SourceRecord }[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries
      .map(({ source, record }) => ({
        id: record.id,
        last_attempt_at: record.last_attempt_at,
        properties: toProperties(source, record),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    await this.graph.write('ingestion/save-source-records', { rows });
  }

  /** Number of items per source id with an event time in [since, now]. */
  async itemCounts(since: number, now: number): Promise<Map<string, number>> {
    const rows = await this.graph.read<{ source: string; n: number }>('ingestion/count-items-by-source', {
      since,
      now,
    });
    return new Map(rows.map(({ source, n }) => [source, n]));
  }
}

const toRecord = (node: SourceProperties): SourceRecord => ({
  ...newRecord(node.id),
  collect: { etag: node.etag ?? null, lastModified: node.last_modified ?? null, cursor: readCursor(node.cursor) },
  last_attempt_at: node.last_attempt_at ?? 0,
  last_success_at: node.last_success_at ?? 0,
  last_new_item_at: node.last_new_item_at ?? 0,
  newest_item_at: node.newest_item_at ?? 0,
  failures: node.failures ?? 0,
  down_since: node.down_since ?? 0,
  next_try_at: node.next_try_at ?? 0,
  asked_until: node.asked_until ?? 0,
  reason: node.reason ?? null,
});

/** Null removes a property. */
const toProperties = (source: ListedSource, { collect, ...record }: SourceRecord): Record<string, unknown> => ({
  ...record,
  name: source.name,
  kind: source.kind,
  source_type: source.sourceType,
  category: source.category,
  family: source.family,
  party: source.party ?? null,
  lang: source.lang,
  etag: collect.etag,
  last_modified: collect.lastModified,
  cursor: writeCursor(collect),
});

const writeCursor = ({ cursor }: CollectState): string | null => {
  if (cursor === null) return null;
  const text = JSON.stringify(cursor);
  if (text.length > CURSOR_MAX)
    throw new Error(`The memory of a source has ${text.length} characters; ${CURSOR_MAX} at most`);
  return text;
};

const readCursor = (text: string | undefined): JsonValue | null =>
  text === undefined ? null : (JSON.parse(text) as JsonValue);
