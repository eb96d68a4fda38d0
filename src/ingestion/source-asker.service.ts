import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { UpstreamClient } from '../platform/upstream/upstream.client';
import { serverOf } from '../platform/upstream/host-pace';
import type { UpstreamReader } from '../platform/upstream/upstream-request';
import { BodyRoom } from './body-room';
import { collectWithin } from '../platform/common/within-time';
import { SOURCE_ADAPTERS, type CollectResult, type Source, type SourceAdapter } from './source';
import type { SourceRecord } from './source-state';

/** Time limit per source, milliseconds; waiting for our own parsers does not count. */
const SOURCE_BUDGET_MS = 25_000;
const BODIES_MAX_BYTES = 48 * 1024 * 1024;

export type Answer =
  | {
      readonly kind: 'said';
      readonly result: CollectResult;
      /** To be called when the items are stored. */
      readonly release: () => void;
    }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'disabled'; readonly reason: string };

/** Polls one source through the adapter of its kind, within a time limit. */
@Injectable()
export class SourceAsker {
  private readonly adapters: ReadonlyMap<string, SourceAdapter>;
  private readonly room = new BodyRoom(BODIES_MAX_BYTES);

  constructor(
    @Inject(SOURCE_ADAPTERS) adapters: readonly SourceAdapter[],
    private readonly upstream: UpstreamClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.kind, adapter]));
  }

  /** Never throws. */
  async ask(source: Source, record: SourceRecord, signal: AbortSignal): Promise<Answer> {
    const adapter = this.adapters.get(source.kind);
    if (adapter === undefined) return { kind: 'disabled', reason: `This build has no adapter for ${source.kind}` };
    const disabled = adapter.disabledReason?.(source) ?? null;
    if (disabled !== null) return { kind: 'disabled', reason: disabled };
    let held = 0;
    const release = (): void => {
      this.room.give(held);
      held = 0;
    };
    try {
      const result = await collectWithin(SOURCE_BUDGET_MS, signal, (timed) => {
        const get: UpstreamReader['get'] = async (request) => {
          // A host that rejects one request would reject the others of this tick too.
          const breaker = URL.canParse(request.url) ? serverOf(new URL(request.url)) : request.url;
          const answer = await this.upstream.get({ breaker, onRefusal: 'later', ...request, signal: timed.signal });
          const { length } = answer.body;
          if (held === 0) await timed.untimed(() => this.room.take(length));
          else this.room.add(length);
          held += length;
          return answer;
        };
        const now = nowMillis(this.clock);
        return adapter.collect(source, { upstream: { get }, now, state: record.collect, ...timed });
      });
      return { kind: 'said', result, release };
    } catch (error) {
      release();
      return { kind: 'failed', error };
    }
  }
}
