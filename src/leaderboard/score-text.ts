import type { Entrant, Pair } from '../grading/models-compared';
import { MARKETS_MIN } from '../grading/power';
import type { ReliabilityBin } from '../grading/reliability';
import { RETROSPECTIVE, RETROSPECTIVE_LABEL } from './retrospective-answer';
import type { Score } from './score';

const fixed = (value: number | null, digits = 4): string =>
  value === null || !Number.isFinite(value) ? 'not told' : value.toFixed(digits);

const range = (interval: readonly [number, number] | null): string =>
  interval === null ? '' : ` (95 %: ${fixed(interval[0])} to ${fixed(interval[1])})`;

export const scoreText = (score: Score): string =>
  [
    ...score.entrants.flatMap((entrant) => [
      ...entrantLines(entrant),
      ...score.reliability
        .filter(({ model, arm }) => model === entrant.model && arm === entrant.arm)
        .flatMap(({ bins }) => reliabilityPlot(bins)),
      '',
    ]),
    ...(score.pairs.length === 0 ? [] : ['On the questions that both answered (above 0: yours has the smaller error)']),
    ...score.pairs.map(pairLine),
    ...(score.ungraded.length === 0
      ? []
      : [
          `${score.ungraded.length} lines were not graded: no decided row answers their question (first: line ${score.ungraded[0]?.line ?? 0})`,
        ]),
    'Nothing shows when the answers of a file were made: these figures prove nothing to others.',
    '',
  ].join('\n');

const entrantLines = (one: Entrant): string[] => [
  `${one.model}, arm ${one.arm}${one.population === RETROSPECTIVE ? ` (${RETROSPECTIVE_LABEL})` : ''}: ${one.n_forecasts} answers about ${one.n_markets} markets of ${one.n_families} events`,
  ...(one.underpowered ? [`  fewer than ${MARKETS_MIN} markets: none of this can be told from chance`] : []),
  `  Brier score             ${fixed(one.brier)}${range(one.brier_interval)}`,
  `  log score               ${fixed(one.log_score)}`,
  `  calibration error       ${fixed(one.calibration_error)}`,
  againstLine('skill against the price ', one.against_mid),
  againstLine('skill against execution ', one.against_executed),
  `  correlation with price  ${fixed(one.correlation_with_price)}`,
  `  always 0.5 ${fixed(one.baselines.half)}, share of YES ${fixed(one.baselines.base_rate)}, price then ${fixed(one.baselines.market_mid)}, last price ${fixed(one.baselines.last_price)}`,
];

const againstLine = (name: string, { skill, interval, n_markets }: Entrant['against_mid']): string =>
  `  ${name}${fixed(skill)}${range(interval)}${n_markets === 0 ? '' : `, ${n_markets} markets`}`;

const pairLine = (pair: Pair): string =>
  `  ${pair.first.model}, arm ${pair.first.arm} against ${pair.second.model}, arm ${pair.second.arm}: ${fixed(pair.difference)}${range(pair.interval)}, ${pair.n_questions} questions, ${pair.n_markets} markets${pair.underpowered ? ', too few' : ''}`;

const WIDTH = 51;

/** A line per tenth: `o` at perfect calibration, `#` at the share of YES, `-` over its 95 % interval. */
export const reliabilityPlot = (bins: readonly ReliabilityBin[]): string[] => {
  const column = (share: number): number => Math.round(share * (WIDTH - 1));
  return [
    `  given      0 %${' '.repeat(WIDTH - 10)}100 %   came out YES`,
    ...bins.map(({ bin, meanProbability, yesRate, interval, count, markets }) => {
      const cells: string[] = Array.from({ length: WIDTH }, (_, at) =>
        at >= column(interval[0]) && at <= column(interval[1]) ? '-' : ' ',
      );
      cells[column(meanProbability)] = 'o';
      cells[column(yesRate)] = '#';
      return `  ${`${bin * 10}–${(bin + 1) * 10} %`.padEnd(9)}|${cells.join('')}| ${(yesRate * 100).toFixed(0)} % of ${markets} markets, ${count} answers`;
    }),
    '  o given on average, # came out, - where it lies with 95 % certainty',
  ];
};
