/**
 * How urgent a forecast of a market is: what can still change and what somebody cares about, times how
 * long it has waited. One number, the same in the order of calls and in `/v1/markets`. Pure.
 *
 *     urgency = waited ÷ MODEL_REPEAT_HOURS × (0.25 + 0.75 × care)
 *     care    = 0.35 open + 0.25 soon + 0.2 volume + 0.2 news
 *
 * `open` is 4 p (1 − p) of the price: 1 at even odds, 0 at the ends. `soon` is 1 ÷ (1 + days left ÷ 14).
 * `volume` is the logarithm of the volume of a day over that of 100,000, at most 1. `news` is 1 − e^(−r) of
 * the summed relevance r of what arrived since the last forecast. What is unknown counts as nothing but
 * the price, which counts as even. As the wait has no bound, no market is passed over for ever: one that
 * nobody cares about comes to its turn after four times as long as one that everybody does.
 */
import { DAY_MS, HOUR_MS } from '../../platform/common/durations';
import { round4 } from '../../platform/common/ten-thousandths';
import { waitingSince, type Candidate } from './candidate';

const CARE_FLOOR = 0.25;
const FULL_VOLUME = 100_000;
const SOON_DAYS = 14;
/** What never was asked about and is tracked since nobody knows when has waited this many repeats. */
const UNKNOWN_WAIT = 3;

/** @param now UTC ms */
export const urgencyOf = (candidate: Candidate, now: number, repeatHours: number): number =>
  round4(waitOf(candidate, now, repeatHours) * (CARE_FLOOR + (1 - CARE_FLOOR) * careOf(candidate, now)));

/** How long a market has waited for an answer, in repeats of the schedule. */
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
