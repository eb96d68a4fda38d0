/** A stage of the tick: a name, repeatable work, and its result. */
import type { ClockWrong } from '../platform/upstream/clock-skew';

/** Figures for the log and the summary of `vedette tick`. */
export type StageFigures = object;

export interface StageContext {
  /** UTC milliseconds: start of this stage, after everything stored by earlier ones. */
  readonly now: number;
  /** Aborted at a shutdown or when the lease is lost: end soon, the next tick does the rest. */
  readonly signal: AbortSignal;
  /** UTC milliseconds: start of the tick, the same for all stages. */
  readonly startedAt: number;
  /** Aborted before `signal`, when the stage's time for upstream requests is over. */
  readonly sourcesSignal: AbortSignal;
  /** Only these sources, or null for all. */
  readonly only: readonly string[] | null;
  readonly progress: (event: TickEvent) => void;
  /** Whether nothing may be stored now; a stage that asks upstreams calls it after their answers. */
  readonly clockWrong: () => ClockWrong | null;
}

/** Idempotent work: after a kill a repeat completes the rest and changes nothing else. */
export type Stage = (context: StageContext) => Promise<StageFigures>;

export type TickEvent =
  | { readonly kind: 'stage'; readonly stage: string; readonly state: 'begun' | 'done' | 'failed' }
  | {
      readonly kind: 'source';
      readonly source: string;
      readonly state: 'collected' | 'failed' | 'disabled' | 'unasked';
      readonly newItems: number;
      readonly total: number;
    };
