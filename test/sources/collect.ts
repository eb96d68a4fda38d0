import { ManualClock } from '../support/manual-clock';
import { SourceAsker } from '../../src/ingestion/source-asker.service';
import { newRecord } from '../../src/ingestion/source-state';
import {
  EMPTY_STATE,
  type CollectResult,
  type CollectState,
  type Source,
  type SourceAdapter,
  type SourceKind,
} from '../../src/ingestion/source';
import { UpstreamClient } from '../../src/platform/upstream/upstream.client';

/** The instant of every collection in these tests. */
export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** A source of one kind with the settings that its adapter reads. */
export const sourceOf = (kind: SourceKind, settings: Record<string, unknown>): Source => ({
  id: `${kind}-1`,
  kind,
  sourceType: 'news',
  category: 'test',
  name: 'Test',
  url: null,
  lang: null,
  theater: null,
  family: 'test',
  staleAfterHours: 48,
  settings,
});

/** Collections of several sources one after the other, asked as in one tick: a host that refuses is left alone. */
export const collectAll = async (
  adapter: SourceAdapter,
  sources: readonly Source[],
  replayUrl: string,
): Promise<CollectResult[]> => {
  const clock = new ManualClock(NOW * 1000);
  const upstream = upstreamAt(replayUrl, NOW);
  const asker = new SourceAsker([adapter], upstream, clock);
  const results: CollectResult[] = [];
  for (const source of sources) {
    const answer = await asker.ask(source, newRecord(source.id), new AbortController().signal);
    if (answer.kind !== 'said') throw answer.kind === 'failed' ? answer.error : new Error(answer.reason);
    results.push(answer.result);
  }
  return results;
};

export const upstreamAt = (replayUrl: string, now: number): UpstreamClient =>
  new UpstreamClient(
    { replayUrl, privateHosts: [], userAgent: 'test', intervalMs: 600_000, random: () => 0 },
    new ManualClock(now * 1000),
  );

/** One collection through the real upstream client, answered by the server at `replayUrl`. */
export const collect = (
  adapter: SourceAdapter,
  source: Source,
  replayUrl: string,
  state: CollectState = EMPTY_STATE,
  now: number = NOW,
): Promise<CollectResult> => {
  const upstream = upstreamAt(replayUrl, now);
  return adapter.collect(source, { upstream, now, state, signal: new AbortController().signal });
};
