import type { AskedMarket } from '../input/input-rows';

/** A market that can still be forecast, with the data that decides when. Instants are UTC ms. */
export interface Candidate {
  readonly market: AskedMarket & {
    readonly confluence_score: number | null;
    /** When a surge triggered a forecast of this market, or null. */
    readonly reevaluate_at: number | null;
    readonly reevaluate_reason: string | null;
    /** Total relevance of the alert's items to the market; null if not computed. */
    readonly reevaluate_relevance?: number | null;
    readonly tracked_since?: number | null;
  };
  readonly last: { readonly made_at: string; readonly market_yes_price: number | null } | null;
  /** Time of the last unusable answer, or null. */
  readonly skipped: number | null;
  /** Total relevance of items since the last forecast; null if not computed. */
  readonly newEvidence?: number | null;
}

/** Time of the model's last answer, else the start of tracking; 0 for neither. */
export const waitingSince = ({ market, last, skipped }: Candidate): number =>
  Math.max(last === null ? 0 : Date.parse(last.made_at), skipped ?? 0) || (market.tracked_since ?? 0);
