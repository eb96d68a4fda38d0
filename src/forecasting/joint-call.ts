/** Joint calls on several markets of one event: their log members, and the choice of markets. Pure. */
import { compareCodePoints } from '../platform/common/canonical-json';
import type { ForecastInput } from './input/forecast-input';
import { JOINT_BYTES_MAX, renderInputs, type ShownWithWords } from './input/render-joint';

/** A market of a call in an intent, in prompt order. */
export interface JointInput {
  /** Id of the future bundle. */
  readonly bundle_id: string;
  readonly ticker: string;
  readonly input_sha256: string;
}

/** With the answer, in bundles. */
export interface JointForecast extends JointInput {
  readonly probability_yes: number;
}

/**
 * Chooses the markets of a call, in prompt order: by deadline, so that a ladder is in order. Markets that do not fit
 * are omitted, the last first.
 *
 * @param markets the triggering one first, then the others in order of priority
 */
export const inOneCall = <T extends { readonly frozen: ShownWithWords }>(markets: readonly T[]): readonly T[] => {
  for (let n = markets.length; ; n -= 1) {
    const shown = markets.slice(0, n).sort((a, b) => byDeadline(a.frozen.input, b.frozen.input));
    if (n <= 1 || bytesOf(shown.map(({ frozen }) => frozen)) <= JOINT_BYTES_MAX) return shown;
  }
};

const bytesOf = (shown: readonly ShownWithWords[]): number => Buffer.byteLength(renderInputs(shown), 'utf8');

const byDeadline = ({ question: a }: ForecastInput, { question: b }: ForecastInput): number =>
  compareCodePoints(a.deadline ?? a.resolves_at, b.deadline ?? b.resolves_at) || compareCodePoints(a.ticker, b.ticker);

/** A market's share of a call's tokens; shares add up exactly. */
export const shareOf = (tokens: number | null, index: number, markets: number): number | null =>
  tokens === null ? null : Math.floor(tokens / markets) + (index < tokens % markets ? 1 : 0);
