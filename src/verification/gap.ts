/** Gaps and oddities of a log that violate no rule. Pure. */

export interface Gap {
  readonly text: string;
  /** Whether it exceeds everyday loss. */
  readonly isLarge: boolean;
  /** Whether the log counts as incomplete; everyday losses only count when large. */
  readonly counts: boolean;
}

/** Everyday failures of models and exchanges: up to five, or one in twenty. */
export const EVERYDAY_COUNT = 5;
const EVERYDAY_SHARE = 0.05;

/** Whether a count exceeds everyday loss. */
export const isMore = (count: number, of: number): boolean => count > Math.max(EVERYDAY_COUNT, of * EVERYDAY_SHARE);

/** A gap that only counts when large. */
export const everyday = (count: number, of: number, text: string): Gap | null => {
  const isLarge = isMore(count, of);
  return count === 0 ? null : { text, isLarge, counts: isLarge };
};

/** Reported to the reader, but never counted. */
export const told = (count: number, text: string): Gap | null =>
  count === 0 ? null : { text, isLarge: false, counts: false };
