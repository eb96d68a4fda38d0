/** What a look at one thing that the service needs came to, and the table that tells it. */

/** `warning`: it works, and will not for long or not fully; `off`: not in use at these settings. */
type CheckVerdict = 'ok' | 'warning' | 'wrong' | 'off';

export interface CheckResult {
  readonly what: string;
  readonly verdict: CheckVerdict;
  readonly latencyMs: number | null;
  /** What it means, in words; no secrets. */
  readonly means: string;
  /** US dollars that the look cost. */
  readonly costsUsd: number;
}

export interface MonthEstimate {
  /** Most US dollars of 30 days at the present settings. */
  readonly models_usd: number;
  readonly x_usd: number;
}

const WIDTHS = { verdict: 8, what: 30, latency: 9 };

/** One line each; only what is wrong or about to be where `onlyWrong`. */
export const checkLines = (results: readonly CheckResult[], onlyWrong = false): string[] =>
  results
    .filter(({ verdict }) => !onlyWrong || verdict === 'wrong' || verdict === 'warning')
    .map(({ what, verdict, latencyMs, means, costsUsd }) =>
      [
        verdict.padEnd(WIDTHS.verdict),
        what.padEnd(WIDTHS.what),
        (latencyMs === null ? '' : `${Math.round(latencyMs)} ms`).padStart(WIDTHS.latency),
        ` ${means}${costsUsd === 0 ? '' : ` (${costsUsd.toFixed(3)} USD)`}`,
      ].join(' '),
    );

export const estimateLine = ({ models_usd, x_usd }: MonthEstimate): string =>
  `A month at these settings costs at most ${models_usd.toFixed(0)} USD for models (MODEL_DAILY_USD) and ${x_usd.toFixed(0)} USD for X (X_DAILY_USD).`;

/** 0 where all that is in use works, 1 where something does not. */
export const checkExitCode = (results: readonly CheckResult[]): 0 | 1 =>
  results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0;
