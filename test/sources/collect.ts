import { ManualClock } from '../../src/platform/common/clock';
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

/** One collection through the real upstream client, answered by the server at `replayUrl`. */
export const collect = (
  adapter: SourceAdapter,
  source: Source,
  replayUrl: string,
  state: CollectState = EMPTY_STATE,
  now: number = NOW,
): Promise<CollectResult> => {
  const upstream = new UpstreamClient(
    { replayUrl, privateHosts: [], userAgent: 'test', intervalMs: 600_000, random: () => 0 },
    new ManualClock(now * 1000),
  );
  return adapter.collect(source, { upstream, now, state, signal: new AbortController().signal });
};
