import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { UpstreamClient } from '../platform/upstream/upstream.client';
import { collectWithin } from './collect-within';
import { SOURCE_ADAPTERS, type CollectResult, type Source, type SourceAdapter } from './source';
import type { SourceRecord } from './source-state';

/** Most milliseconds for one source, whatever its adapter does. */
const SOURCE_BUDGET_MS = 25_000;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** What came of asking a source. */
export type Answer =
  | { readonly kind: 'said'; readonly result: CollectResult }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'disabled'; readonly reason: string };

/** Asks one source through the adapter of its kind, within a bounded time. */
@Injectable()
export class SourceAsker {
  private readonly adapters: ReadonlyMap<string, SourceAdapter>;

  constructor(
    @Inject(SOURCE_ADAPTERS) adapters: readonly SourceAdapter[],
    private readonly upstream: UpstreamClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.adapters = new Map(adapters.map((adapter) => [adapter.kind, adapter]));
  }

  /** What a source says, within its budget; never throws. */
  async ask(source: Source, record: SourceRecord, signal: AbortSignal): Promise<Answer> {
    const adapter = this.adapters.get(source.kind);
    if (adapter === undefined) return { kind: 'disabled', reason: `This build has no adapter for ${source.kind}` };
    const disabled = adapter.disabledReason(source);
    if (disabled !== null) return { kind: 'disabled', reason: disabled };
    try {
      const result = await collectWithin(SOURCE_BUDGET_MS, signal, (bounded) =>
        adapter.collect(source, {
          upstream: {
            // A host that refuses one of our questions would refuse the others of this tick.
            get: (request) =>
              this.upstream.get({ breaker: hostOf(request.url), onRefusal: 'later', ...request, signal: bounded }),
          },
          now: nowMillis(this.clock),
          state: record.collect,
          signal: bounded,
        }),
      );
      return { kind: 'said', result };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}
