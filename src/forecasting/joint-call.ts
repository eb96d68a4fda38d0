/** Markets of one event that one call answers: what the log says of them, and who is in the call. Pure. */
import { compareCodePoints } from '../platform/common/canonical-json';
import type { ForecastInput } from './input/forecast-input';
import { JOINT_BYTES_MAX, renderInputs, type ShownWithWords } from './input/render-joint';

/** One market of a call, as the intents name it, in the order in which the model is shown them. */
export interface JointInput {
  /** Id of the bundle to come. */
  readonly bundle_id: string;
  readonly ticker: string;
  readonly input_sha256: string;
}

/** The same with what was answered, as the bundles name it. */
export interface JointForecast extends JointInput {
  readonly probability_yes: number;
}

/**
 * Who is in the call of a market, in the order in which they are shown: by deadline, so that a ladder reads as
 * one. Those for whom there is no room are left out, the last first.
 *
 * @param markets the one that asked first, then the others in the order in which they would be asked
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

/** The part of a call's tokens that one of its markets is charged with, so that the parts add up. */
export const shareOf = (tokens: number | null, index: number, markets: number): number | null =>
  tokens === null ? null : Math.floor(tokens / markets) + (index < tokens % markets ? 1 : 0);
