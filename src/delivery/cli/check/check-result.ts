/** `warning`: works partly, or will fail soon; `off`: disabled by the settings. */
type CheckVerdict = 'ok' | 'warning' | 'wrong' | 'off';

export interface CheckResult {
  readonly what: string;
  readonly verdict: CheckVerdict;
  readonly latencyMs: number | null;
  readonly means: string;
  readonly costsUsd: number;
}

export interface MonthEstimate {
  readonly models_usd: number;
  readonly x_usd: number;
}

const WIDTHS = { verdict: 8, what: 30, latency: 9 };

/** A start without a network has hundreds. */
const WRONG_TOLD = 12;

export const checkLines = (results: readonly CheckResult[]): string[] =>
  results.map(({ what, verdict, latencyMs, means, costsUsd }) =>
    [
      verdict.padEnd(WIDTHS.verdict),
      what.padEnd(WIDTHS.what),
      (latencyMs === null ? '' : `${Math.round(latencyMs)} ms`).padStart(WIDTHS.latency),
      ` ${means}${costsUsd === 0 ? '' : ` (${costsUsd.toFixed(3)} USD)`}`,
    ].join(' '),
  );

/** The first failures, and the number of the others. */
export const wrongLines = (results: readonly CheckResult[]): string[] => {
  const lines = checkLines(results.filter(({ verdict }) => verdict === 'wrong' || verdict === 'warning'));
  const more = lines.length - WRONG_TOLD;
  return more > 0 ? [...lines.slice(0, WRONG_TOLD), `${more} more: \`vedette check\` lists them all.`] : lines;
};

export const estimateLine = ({ models_usd, x_usd }: MonthEstimate): string =>
  `A month at these settings costs at most ${models_usd.toFixed(0)} USD for models (MODEL_DAILY_USD) and ${x_usd.toFixed(0)} USD for X (X_DAILY_USD).`;

export const checkExitCode = (results: readonly CheckResult[]): 0 | 1 =>
  results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
