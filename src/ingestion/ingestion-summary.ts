/** Summary of one run over the sources. Pure. */

/** Abort reason at a tick's deadline: unfinished work then counts as failed. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';

  constructor() {
    super('The budget of the tick is spent');
  }
}

export type SourceOutcome =
  | {
      readonly source: string;
      readonly kind: 'collected';
      readonly notModified: boolean;
      /** Distinct items of the response. */
      readonly seen: number;
      readonly newItems: number;
      readonly edited: number;
      readonly warnings: readonly string[];
    }
  | { readonly source: string; readonly kind: 'failed'; readonly reason: string }
  | { readonly source: string; readonly kind: 'disabled'; readonly reason: string }
  | { readonly source: string; readonly kind: 'unasked' };

export interface IngestionSummary {
  readonly sources: {
    collected: number;
    not_modified: number;
    failed: number;
    disabled: number;
    /** Not due: pausing after repeated failures. */
    waiting: number;
    /** Due, but the time ran out. */
    unasked: number;
  };
  readonly items: { seen: number; new: number; edited: number };
  readonly failures: { source: string; reason: string }[];
  readonly warnings: { source: string; warning: string }[];
}

export const emptySummary = (): IngestionSummary => ({
  sources: { collected: 0, not_modified: 0, failed: 0, disabled: 0, waiting: 0, unasked: 0 },
  items: { seen: 0, new: 0, edited: 0 },
  failures: [],
  warnings: [],
});

export const countOutcome = (summary: IngestionSummary, outcome: SourceOutcome): void => {
  const { sources, items, failures, warnings } = summary;
  switch (outcome.kind) {
    case 'collected':
      sources.collected += 1;
      if (outcome.notModified) sources.not_modified += 1;
      items.seen += outcome.seen;
      items.new += outcome.newItems;
      items.edited += outcome.edited;
      for (const warning of outcome.warnings) warnings.push({ source: outcome.source, warning });
      break;
    case 'failed':
      sources.failed += 1;
      failures.push({ source: outcome.source, reason: outcome.reason });
      break;
    case 'disabled':
      sources.disabled += 1;
      break;
    case 'unasked':
      sources.unasked += 1;
  }
};
