/**
 * Urgency of a forecast: potential for change and interest, multiplied by the wait. The same number orders calls and
 * `/v1/markets`. Pure.
 *
 *   urgency = waited ÷ MODEL_REPEAT_HOURS × (0.25 + 0.75 × care)
 *   care    = 0.35 open + 0.25 soon + 0.2 volume + 0.2 news
 *
 * `open` is 4 p (1 − p) of the price: 1 at even odds, 0 at the ends. `soon` is 1 ÷ (1 + days left ÷ 14). `volume` is
 * the logarithm of a day's volume over that of 100,000, at most 1. `news` is 1 − e^(−r) of the total relevance r of
 * items since the last forecast. Unknown values count as zero, an unknown price as even odds. The wait is unbounded, so
 * no market starves: one without any interest is forecast after four times the wait of one with full interest.
 */
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { round4 } from '../../platform/common/ten-thousandths';
import { waitingSince, type Candidate } from './candidate';

const CARE_FLOOR = 0.25;
const FULL_VOLUME = 100_000;
const SOON_DAYS = 14;
/** Assumed wait in repeat intervals if a market was never asked and its start of tracking is unknown. */
const UNKNOWN_WAIT = 3;

/** @param now UTC ms */
export const urgencyOf = (candidate: Candidate, now: number, repeatHours: number): number =>
  round4(waitOf(candidate, now, repeatHours) * (CARE_FLOOR + (1 - CARE_FLOOR) * careOf(candidate, now)));

/** A market's wait for an answer, in repeat intervals. */
export const waitOf = (candidate: Candidate, now: number, repeatHours: number): number => {
  const since = waitingSince(candidate);
  return since === 0 ? UNKNOWN_WAIT : Math.max(0, now - since) / (repeatHours * HOUR_MS);
};

const careOf = ({ market, newEvidence }: Candidate, now: number): number => {
  const price = market.yes_price ?? 0.5;
  const left = Date.parse(market.deadline ?? market.resolves_at) - now;
  const days = Number.isNaN(left) ? Infinity : Math.max(0, left) / DAY_MS;
  return (
    0.35 * 4 * price * (1 - price) +
    0.25 / (1 + days / SOON_DAYS) +
    0.2 * Math.min(1, Math.log1p(market.volume_24h ?? 0) / Math.log1p(FULL_VOLUME)) +
    0.2 * (1 - Math.exp(-(newEvidence ?? 0)))
  );
};
