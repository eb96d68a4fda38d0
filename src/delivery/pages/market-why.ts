import { DAY_MS } from '../../platform/common/durations';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { cut } from '../../platform/common/plain-text';
import { SOURCE_TYPES } from '../../platform/common/source-type';
import type { Standing } from '../../track-record/analysis';
import type { CalibrationBinResponse } from '../../track-record/analysis-parts.dto';
import { answersLine, type LineMark } from './charts/answers-line';
import type { MarketPictureData } from './market-picture';
import type { AnswerBeside, MarketPrediction } from './market-pages.repository';
import { standingSentence } from './standing';
import { pointsFrom } from './today-page';
import { facts, modelWord, section, table } from './elements';
import { counted, dayAndMonth, none, percent, percentText, pointsBetween } from './figures';
import { decisionOf, kindName, measures } from './names';

export interface MarketWhyData extends Pick<MarketPictureData, 'market' | 'predictions' | 'confluence' | 'calendar'> {
  readonly standing: Standing | null;
  readonly beside: readonly AnswerBeside[];
}

/** This deployment's newest answer; the inputs of imported ones are not available. */
export const ownAnswer = (predictions: readonly MarketPrediction[]): MarketPrediction | undefined =>
  predictions.find(({ origin }) => origin !== 'import');

const NAME_MAX = 20;

export const whySection = (data: MarketWhyData): HtmlValue => {
  const { market, predictions, beside } = data;
  const own = ownAnswer(predictions);
  const [now, then] = [market.yes_price, own?.market_yes_price ?? null];
  if (decisionOf(market) !== null || own === undefined || now === null || then === null) return false;
  const apart = counted(Math.abs(pointsBetween(now, own.probability_yes)), 'point');
  return section(
    'why',
    `Why do they differ by ${apart}?`,
    html`<div class="columns">
      <figure>
        ${answersLine(marksOf(own, then, now, beside), {
          title: 'Prices and answers on one line',
          description: `The market stood at ${percentText(then)} when the model answered and stands at ${percentText(now)}; the model said ${percentText(own.probability_yes)}; ${counted(beside.length, 'other answer')} to the same input.`,
        })}
        <figcaption class="key">
          <span>● market when the model answered</span><span>○ market now</span>
          ${modelWord('◆ this model')}${modelWord('◇ other answers to the same input')}
        </figcaption>
        ${besideUnsupported(beside)}
      </figure>
      <div>${partsTable(own, then, now, data)}</div>
    </div>`,
  );
};

const marksOf = (
  own: MarketPrediction,
  then: number,
  now: number,
  beside: readonly AnswerBeside[],
): readonly LineMark[] => [
  { at: then, name: 'market then', kind: 'price' },
  ...(Math.round(then * 100) === Math.round(now * 100)
    ? []
    : [{ at: now, name: 'market now', kind: 'later price' } as const]),
  { at: own.probability_yes, name: 'this model', kind: 'answer' },
  ...beside.map((one): LineMark => ({ at: one.probability_yes, name: nameOf(one), kind: 'other answer' })),
];

const besideUnsupported = (beside: readonly AnswerBeside[]): HtmlValue => {
  const named = beside.filter(({ unsupported }) => unsupported.length > 0);
  return (
    named.length > 0 &&
    html`<p>
      <small
        >Named and nowhere in what they saw:
        ${named.map((one) => `${nameOf(one)}: ${one.unsupported.join(', ')}`).join('; ')}.</small
      >
    </p>`
  );
};

/** For the model itself, the input of its arm; else its name. */
const nameOf = ({ model, arm, is_own: own }: AnswerBeside): string => {
  const name = own ? '' : `${cut(model, NAME_MAX)}, `;
  if (arm === 'B') return `${name}without price`;
  return arm === 'C' ? `${name}question only` : cut(model, NAME_MAX);
};

/** Steps that add up, from the price then, over the question alone and the evidence, to the answer. */
const partsTable = (own: MarketPrediction, then: number, now: number, { beside, standing }: MarketWhyData): Html => {
  const armed = (arm: string): number | null =>
    beside.find((one) => one.is_own && one.arm === arm)?.probability_yes ?? null;
  const [unpriced, bare] = [armed('B'), armed('C')];
  const step = (from: number | null, to: number | null): HtmlValue =>
    from === null || to === null ? none('not measured') : pointsFrom(from, to);
  const parts: readonly (readonly [string, HtmlValue])[] = [
    ['The question: its answer to the question alone, against the price then', step(then, bare)],
    ['The evidence: its answer with the reports, against without them', step(bare, unpriced)],
    ['The price: its answer with the price, against without it', step(unpriced, own.probability_yes)],
    ['Time: the price has moved since the answer', pointsFrom(now, then)],
    ['Its lean: what came of earlier answers in this range', leanOf(own.probability_yes, standing)],
  ];
  return html`${table('Parts of the gap', parts, [
    ['Part of the gap', ([part]) => part],
    [{ figure: 'Points' }, ([, points]) => points],
  ])}
  ${(unpriced === null || bare === null) && html`<p><small>Not measured: the model was not asked again without price and evidence.</small></p>`}`;
};

const binOf = (share: number, standing: MarketWhyData['standing']): CalibrationBinResponse | undefined =>
  standing?.calibration.bins.find(({ from }) => from === Math.min(9, Math.floor(share * 10)) / 10);

/** Difference between frequency and forecast, in points; null below the minimum sample. */
const leanOf = (share: number, standing: MarketWhyData['standing']): HtmlValue => {
  const bin = binOf(share, standing);
  if (standing === null || standing.calibration.reliability === null || bin === undefined)
    return none('too few are decided');
  const [low, high] = bin.ci;
  if (low <= bin.mean_probability && bin.mean_probability <= high) return 'within chance';
  const lean = Math.round((bin.yes_rate - bin.mean_probability) * 100);
  return `said ${Math.abs(lean)} too ${lean > 0 ? 'little' : 'much'}`;
};

export const goodSection = ({ market, predictions, standing }: MarketWhyData): HtmlValue => {
  const said = ownAnswer(predictions)?.probability_yes;
  if (standing === null || said === undefined || decisionOf(market) !== null) return false;
  const bin = binOf(said, standing);
  const from = Math.min(9, Math.floor(said * 10)) * 10;
  const range = `${from} to ${from + 10} %`;
  return section(
    'good',
    'Is it any good at this?',
    html`<p>
      ${
        bin === undefined
          ? `No market for which the model said ${range} is decided yet.`
          : html`Where the model said ${range}, YES came in <strong>${percent(bin.yes_rate)}</strong> of
              ${counted(bin.n_markets, 'decided market')} (95 %: ${percent(bin.ci[0])} to ${percent(bin.ci[1])}).`
      }
      On everything: ${standingSentence(standing)}
    </p>`,
  );
};

const DUE_MAX = 4;
const KINDS_OF_A_WHOLE_SCORE = 5;

export const moversSection = ({ market, confluence, calendar }: MarketWhyData): HtmlValue => {
  if (decisionOf(market) !== null) return false;
  const deadline = Date.parse(market.deadline ?? market.resolves_at ?? '');
  const due = calendar.filter(({ day }) => Number.isNaN(deadline) || Date.parse(day) < deadline + DAY_MS);
  const heard = confluence.contributions.map(({ source_type: type }) => type);
  const silent = SOURCE_TYPES.filter((type) => !heard.includes(type) && !measures(type) && type !== 'calendar');
  const named = due.slice(0, DUE_MAX).map(({ day: at, title }) => `${dayAndMonth(at)} ${title}`);
  return section(
    'movers',
    'What would move it',
    facts([
      ['Due before it closes', named.join('; ') || 'nothing in our calendar about its places and actors'],
      ['Not heard from yet', silent.map(kindName).join(', ') || 'no kind of source'],
      ['Asked again', market.forecast !== null && askedAgain(market.forecast.note)],
    ]),
  );
};

const SOONER = 'when reports surge or its price moves by five points';

export const askedAgain = (note: string): string => {
  if (note.startsWith('due')) return 'at the next update';
  if (note === 'past_deadline') return 'no more: its deadline has passed';
  const rest = /^asked within the last (.+)$/.exec(note)?.[1];
  if (rest !== undefined) return `${SOONER}; otherwise not within ${rest} of the last time`;
  const [, score, least] = /^confluence (\S+) below (\S+)$/.exec(note) ?? [];
  if (score === undefined || least === undefined) return `not yet: ${note}`;
  const [now, needed] = [score, least].map((text) => Math.ceil(Number(text) * KINDS_OF_A_WHOLE_SCORE));
  return `when ${counted(needed ?? 0, 'kind of source reports', 'kinds of source report')} on it (now ${now ?? 0}), or ${SOONER}`;
};
