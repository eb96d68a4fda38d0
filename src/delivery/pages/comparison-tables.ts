import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { AnalysisResponse } from '../../track-record/analysis.dto';
import { table } from './elements';
import { count, fixed, none } from './figures';
import { spoken } from './names';

const BASELINES: Readonly<Record<string, string>> = {
  executed_fill: 'Executed price',
  pre_trade_mid: 'Middle price before the trade',
  market_mid: 'Middle price when predicted',
};

const interval = (pair: readonly [number, number] | readonly number[] | null): HtmlValue =>
  pair === null ? none('held back') : html`${fixed(pair[0], 3)} to ${fixed(pair[1], 3)}`;

const comparisons = ({ comparisons: rows, n_markets_min }: AnalysisResponse): Html =>
  html`${rows.some(({ underpowered }) => underpowered) && html`<p>Where fewer than ${n_markets_min} distinct markets stand behind a comparison its figures are held back: they would be noise.</p>`}${table(
    'Model against each baseline',
    rows,
    [
      ['Baseline', (row) => BASELINES[row.baseline] ?? row.baseline],
      ['Of', (row) => row.rows],
      [{ figure: 'Markets' }, (row) => count(row.n_markets)],
      [{ figure: 'Events' }, (row) => count(row.n_families)],
      [{ figure: 'Model' }, (row) => fixed(row.brier_model_mean, 3)],
      [{ figure: 'Baseline' }, (row) => fixed(row.brier_baseline_mean, 3)],
      [{ figure: 'Skill' }, (row) => fixed(row.skill, 3)],
      [{ figure: '95 %, by market' }, (row) => interval(row.skill_bootstrap_markets_ci)],
      [{ figure: '95 %, by event' }, (row) => interval(row.skill_bootstrap_families_ci)],
    ],
  )}`;

export const comparisonTables = (analysis: AnalysisResponse): Html =>
  html`<details>
    <summary>Every baseline, control and how many markets it takes</summary>
    ${comparisons(analysis)} ${controls(analysis)}
  </details>`;

const controls = ({ controls: rows, power }: AnalysisResponse): Html =>
  html`<h3>Compared with guessing</h3>
    ${table('Controls', rows, [
      ['Control', (row) => spoken(row.name)],
      ['What it answers', (row) => row.description],
      [{ figure: 'Brier' }, (row) => fixed(row.brier_mean, 3)],
      [{ figure: 'Skill of the model against it' }, (row) => fixed(row.model_skill, 3)],
    ])}
    <h3>How many more markets it takes</h3>
    ${table('Power', power, [
      ['To see a difference of', (row) => html`${fixed(row.effect_size, 1)} standard deviations`],
      [{ figure: 'Markets needed' }, (row) => count(row.markets_needed)],
      [{ figure: 'Still missing' }, (row) => count(row.markets_missing)],
    ])}`;
