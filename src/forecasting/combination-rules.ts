/** By what rules answers are combined once they are graded; the policy of the log states both before any is. */

/** Part of the price in a blend, of its log-odds; the rest is the model's. */
export const BLEND_PRICE_SHARE = 0.5;
/** Decided markets from which a calibration is fitted. */
export const CALIBRATION_MARKETS_MIN = 30;
