/** By what rules answers are combined; the policy of the log states all of it before anything is asked. */

/** Part of the price in a blend, of its log-odds; the rest is the model's. */
export const BLEND_PRICE_SHARE = 0.5;
/** Decided markets from which a calibration is fitted. */
export const CALIBRATION_MARKETS_MIN = 30;
/** Edition of what a bundle says of the combination of its answers; docs/registry.md states it. */
export const COMBINATION = 1;
