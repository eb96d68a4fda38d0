import type { AskedMarket } from '../input/input-rows';

/** A market that can still be forecast, with what decides whether it is and when. Instants are UTC ms. */
export interface Candidate {
  readonly market: AskedMarket & {
    readonly confluence_score: number | null;
    /** When a surge asked for this market, or null. */
    readonly reevaluate_at: number | null;
    /** Alert that asked. */
    readonly reevaluate_reason: string | null;
    /** Summed relevance of the alert's items to the market; null where that was not computed. */
    readonly reevaluate_relevance?: number | null;
    readonly tracked_since?: number | null;
  };
  readonly last: { readonly made_at: string; readonly market_yes_price: number | null } | null;
  /** When the model last gave no usable answer, or null. */
  readonly skipped: number | null;
  /** Sum of the relevance of what arrived since the last forecast; null where that was not computed. */
  readonly newEvidence?: number | null;
}

/** When the model last answered about a market, else since when it is tracked; 0 for neither. */
export const waitingSince = ({ market, last, skipped }: Candidate): number =>
  Math.max(last === null ? 0 : Date.parse(last.made_at), skipped ?? 0) || (market.tracked_since ?? 0);
