import { html, type Html } from '../../platform/common/html';
import type { AnalysisResponse } from '../../track-record/analysis.dto';
import { folded, table } from './elements';
import { count, fixed, range, score } from './figures';
import { spoken } from './names';

const BASELINES: Readonly<Record<string, string>> = {
  executed_fill: 'Executed price',
  pre_trade_mid: 'Middle price before the trade',
  market_mid: 'Middle price when predicted',
};

const comparisons = ({ comparisons: rows, n_markets_min }: AnalysisResponse): Html =>
  html`${rows.some(({ underpowered }) => underpowered) && html`<p>Where fewer than ${n_markets_min} distinct markets stand behind a comparison its figures are held back: they would be noise.</p>`}${table(
    'Model against each baseline',
    rows,
    [
      ['Baseline', (row) => BASELINES[row.baseline] ?? row.baseline],
      ['Of', (row) => row.rows],
      [{ figure: 'Markets' }, (row) => count(row.n_markets)],
      [{ figure: 'Events' }, (row) => count(row.n_families)],
      [{ figure: 'Model' }, (row) => score(row.brier_model_mean)],
      [{ figure: 'Baseline' }, (row) => score(row.brier_baseline_mean)],
      [{ figure: 'Skill' }, (row) => score(row.skill)],
      [{ figure: '95 %, by market' }, (row) => range(row.skill_bootstrap_markets_ci, score, 'held back')],
      [{ figure: '95 %, by event' }, (row) => range(row.skill_bootstrap_families_ci, score, 'held back')],
    ],
  )}`;

export const comparisonTables = (analysis: AnalysisResponse): Html =>
  folded('Every baseline, control and how many markets it takes', [comparisons(analysis), controls(analysis)]);

const controls = ({ controls: rows, power }: AnalysisResponse): Html =>
  html`<h3>Compared with guessing</h3>
    ${table('Controls', rows, [
      ['Control', (row) => spoken(row.name)],
      ['What it answers', (row) => row.description],
      [{ figure: 'Brier' }, (row) => score(row.brier_mean)],
      [{ figure: 'Skill of the model against it' }, (row) => score(row.model_skill)],
    ])}
    <h3>How many more markets it takes</h3>
    ${table('Power', power, [
      ['To see a difference of', (row) => html`${fixed(row.effect_size, 1)} standard deviations`],
      [{ figure: 'Markets needed' }, (row) => count(row.markets_needed)],
      [{ figure: 'Still missing' }, (row) => count(row.markets_missing)],
    ])}`;
