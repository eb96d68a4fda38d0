/** Rules for combining answers; the log's policy states them in advance. */

/** Weight of the price in a blend of log-odds; the rest is the model's. */
export const BLEND_PRICE_SHARE = 0.5;
export const CALIBRATION_MARKETS_MIN = 30;
/** Version of the combination in bundles; see docs/registry.md. */
export const COMBINATION = 1;
