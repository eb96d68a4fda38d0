import type { GradedOutcome } from './brier';

export interface ComparedAnswer {
  readonly population: string;
  readonly model: string;
  readonly arm: string;
  /** Identity of the question, equal for answers to the same input. */
  readonly question: string;
  /** Exchange and ticker. */
  readonly market: string;
  readonly family: string;
  readonly probabilityYes: number;
  /** Every answer of the model to this input, if there are several. */
  readonly draws: readonly number[];
  readonly outcome: GradedOutcome;
  /** Prices of YES with the question, or null. */
  readonly mid: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly madeAt: string;
  readonly resolvedAt: string;
}
