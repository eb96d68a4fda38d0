/** A stage of the tick, as the tick sees it: a name, work that can be repeated, and what came of it. */

/** Figures for the log and the summary of `vedette tick`; no objects of the graph. */
export type StageFigures = object;

export interface StageContext {
  /** UTC milliseconds: when this stage began; after all that earlier stages stored. */
  readonly now: number;
  /** Aborted when the service stops or the lease is lost: end soon, leave the rest to the next tick. */
  readonly signal: AbortSignal;
  /** UTC milliseconds: when this tick began, the same for all of its stages. */
  readonly startedAt: number;
  /** Aborted earlier than `signal`, when the stage's time for asking upstreams is over. */
  readonly sourcesSignal: AbortSignal;
  /** Only these sources, or null for all. */
  readonly only: readonly string[] | null;
  readonly progress: (event: TickEvent) => void;
}

/**
 * Work that is idempotent: run again after a kill at any instant, it completes what was left and
 * changes nothing that was done.
 */
export type Stage = (context: StageContext) => Promise<StageFigures>;

/** What a tick tells while it runs. */
export type TickEvent =
  | { readonly kind: 'stage'; readonly stage: string; readonly state: 'begun' | 'done' | 'failed' }
  | {
      readonly kind: 'source';
      readonly source: string;
      readonly state: 'collected' | 'failed' | 'disabled' | 'unasked';
      readonly newItems: number;
      /** Sources to be asked in this tick. */
      readonly total: number;
    };
