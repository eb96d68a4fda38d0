import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { PublishedEntrant, PublishedPair } from '../../leaderboard/leaderboard';
import type { LeaderboardResponse } from '../../leaderboard/leaderboard.dto';
import type { ReasoningCount } from '../../leaderboard/leaderboard.service';
import { CALIBRATION_MARKETS_MIN } from '../../grading/combination-rules';
import { sourceOf } from '../../grading/derived-answers';
import { chartFigure } from './charts/frame';
import { intervals } from './charts/intervals';
import { renderPage } from './layout';
import type { Standing } from '../../track-record/analysis';
import type { Site } from './site';
import { standingSentence } from './standing';
import { empty, folded, table } from './elements';
import { count, counted, fixed, none, percent, range, score } from './figures';

const JSON_PATH = '/api/leaderboard.json';
const ROWS = '/api/dataset/0.2.0/records.jsonl';

const ARM_WORDS: Readonly<Record<string, string>> = { A: 'everything', B: 'no prices', C: 'question only' };

const shownTo = (arm: string): string => ARM_WORDS[arm] ?? arm;

interface LeaderboardPageData {
  readonly site: Site;
  readonly board: LeaderboardResponse;
  readonly standing: Standing;
  readonly reasonings: readonly ReasoningCount[];
}

export const leaderboardPage = ({ site, board, standing, reasonings }: LeaderboardPageData): string => {
  const populations = [...new Set(board.entrants.map(({ population }) => population))];
  return renderPage({
    title: 'Models side by side',
    description: `${opening(board)}. Models, plain guesses and the price on the same questions.`,
    path: '/leaderboard',
    section: '/receipts',
    json: JSON_PATH,
    site,
    body: html`<h1>${opening(board)}</h1>
      <p class="lede">${standingSentence(standing)} ${basis(board)}</p>
      ${
        board.synthetic &&
        html`<p class="notice">
          These answers are synthetic: the demo invents markets, answers and outcomes. No model whose name stands here
          was asked.
        </p>`
      }
      ${populations.map((population) => populationOf(population, board, populations.length > 1))}
      ${reasonings.length > 0 && reasonsSection(reasonings)}
      <h2 id="reading">How to read this</h2>
      <ul>
        <li>
          <strong>Brier score</strong>: squared error of the probability; 0 is perfect, 0.25 is what always saying 50 %
          gets. Lower is better.
        </li>
        <li>
          <strong>Index</strong>: the same from 0 to 100, (1 − √Brier) × 100, as ForecastBench writes it. 100 is
          perfect, 50 is what always saying 50 % gets. Higher is better.
        </li>
        <li>
          <strong>Skill</strong>: how much smaller the error is than that of the price. Above 0 the model did better
          than the price. The range is where it lies with 95 % certainty, counting the markets of one event as one.
        </li>
        <li><strong>Against a trade’s price</strong>: the same, against what a trade would have paid.</li>
        <li>
          <strong>Against the others</strong>: points above or below the other models on the same questions; 0 is as
          good as they.
        </li>
        <li><strong>Calibration error</strong>: how far “70 %” is from coming true seven times in ten, on average.</li>
        <li><strong>Follows the price</strong>: correlation of its answers with the price; 1 is moving as it does.</li>
      </ul>
      <p>
        In small below a figure is its 95 % range. Models are compared only inside one population and only over
        questions that both answered. One market has one vote; ranges draw whole events. Below ${board.markets_min}
        markets no figure is shown: it could not be told from chance.
      </p>
      <p>
        Every figure follows from <a href="${ROWS}">the rows</a>; <code>vedette score</code> computes the same for
        answers of your own. <a href="/dataset/schema#v2">What the columns mean</a>.
      </p>`,
  });
};

const reasonsSection = (reasonings: readonly ReasoningCount[]): Html =>
  html`<h2 id="reasons">Reasons that name what was not shown</h2>
    <p>
      Names, numbers and dates of each recorded reasoning are looked for in the frozen input, for arms in their part of
      it. What is nowhere in it is listed on the page of the forecast, for other answers on that of the market; nothing
      is rewritten.
    </p>
    <ul>
      ${reasonings.map(
        ({ model, reasonings: all, unsupported }) =>
          html`<li>
            ${model}: ${count(unsupported)} of ${counted(all, 'reasoning')} (${percent(unsupported / all)})
          </li>`,
      )}
    </ul>`;

const opening = ({ entrants, markets_min: needed }: LeaderboardResponse): string => {
  if (entrants.length === 0) return 'No answer of any model has an outcome yet';
  const told = entrants.filter(({ model, underpowered }) => !underpowered && sourceOf(model) === null);
  if (told.length === 0)
    return `Too early to tell: ${count(mostMarkets(entrants))} of ${needed} markets have an outcome`;
  const better = told.filter(({ against_mid }) => (against_mid?.interval?.[0] ?? -1) > 0);
  return `${better.length === 0 ? 'None' : count(better.length)} of ${counted(told.length, 'entry', 'entries')} did better than the market price by more than chance`;
};

const mostMarkets = (entrants: readonly PublishedEntrant[]): number =>
  Math.max(0, ...entrants.map(({ n_markets }) => n_markets));

const basis = ({ entrants }: LeaderboardResponse): Html =>
  html`An entry is a model and what it was
  shown.${entrants.length > 0 && ` The fullest rests on ${counted(mostMarkets(entrants), 'decided market')}, traded on paper or not.`}`;

const populationOf = (population: string, board: LeaderboardResponse, several: boolean): Html => {
  const { entrants, pairs } = board;
  const own = entrants.filter((one) => one.population === population);
  const answered = own.filter(({ model }) => sourceOf(model) === null);
  const between = pairs.filter(
    (one) =>
      one.population === population && (one.first.arm === one.second.arm || one.first.model === one.second.model),
  );
  return html`<section>
    <h2>
      ${population === 'live' ? 'Asked while the market was open' : html`Imported: ${population.replace('import:', '')}`}
    </h2>
    ${several && population !== 'live' && html`<p>Nothing proves when these were made; they are compared with no others.</p>`}
    ${refusedLines(own[0]?.n_refused ?? 0)}
    <div class="columns">
      ${skillFigure(answered)}
      <p>
        Every model was given the same frozen input at the same time, and its answer was recorded before the outcome.
        Some were shown less on purpose: <strong>no prices</strong> is the input without the price of the market and
        without large trades, <strong>question only</strong> is the question and its rules. Who does as well without
        prices has not copied them; who does no better with the evidence than with the question alone has not used it.
      </p>
    </div>
    ${scores(answered, board.synthetic)} ${baselines(answered, board.synthetic)} ${derived(own, board.synthetic)}
    ${between.length > 0 && folded('Each against each other, on the same questions', [html`<p>How much smaller the error of the first is than that of the second, over questions that both answered.</p>`, differences(between, board.synthetic)])}
  </section>`;
};

const refusedLines = (refused: number): Html | false =>
  refused > 0 &&
  html`<p class="notice">
    ${counted(refused, 'line')} of the imported files ${refused === 1 ? 'was' : 'were'} refused: what follows is only a
    choice of the forecasts.
  </p>`;

const within = (figure: HtmlValue, interval: HtmlValue): Html => html`${figure}<br /><small>${interval}</small>`;

const skillWithin = (against: PublishedEntrant['against_mid']): Html =>
  within(percent(against?.skill), range(against?.interval, percent, 'not told'));

const modelName = (model: string, synthetic: boolean): string => (synthetic ? `${model}, synthetic` : model);

const NAME_LENGTH = 19;

/** Without the provider; an ensemble by its kind. */
const shortName = (model: string): string => {
  const bracket = model.endsWith(')') ? model.indexOf('(') : -1;
  const name = bracket === -1 ? model.replace(/^ensemble: /, '') : model.slice(bracket + 1, -1);
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
};

/** (1 − √Brier) × 100. */
const index = (brier: number | null | undefined): HtmlValue =>
  fixed(brier === null || brier === undefined ? null : (1 - Math.sqrt(brier)) * 100, 0);

const skillFigure = (entrants: readonly PublishedEntrant[]): Html | null => {
  const rows = entrants.flatMap(({ model, arm, against_mid: against }) =>
    against?.interval === null || against?.interval === undefined
      ? []
      : [{ name: shortName(model), shown: shownTo(arm), value: against.skill, interval: against.interval }],
  );
  if (rows.length === 0) return null;
  const ends = rows.flatMap(({ interval }) => interval);
  return chartFigure(
    intervals(
      rows.map((row) => ({ ...row, note: row.shown, of: 'model' })),
      [Math.min(-0.5, ...ends), Math.max(0.5, ...ends)],
      (value) => String(percent(value)),
      {
        title: 'Skill of each model against the market price',
        description: 'Right of 0 % the model did better than the price; a range that crosses 0 % tells nothing.',
      },
    ),
    html`<strong>Skill against the market price</strong>: right of 0 % the model did better. A range that crosses 0 %
      may be chance. At the right: what the model was shown.`,
    rows,
    [
      ['Model', (row) => row.name],
      ['Was shown', (row) => row.shown],
      ['Skill', (row) => percent(row.value)],
      ['95 % range', (row) => range(row.interval, percent, 'not told')],
    ],
  );
};

const derived = (own: readonly PublishedEntrant[], synthetic: boolean): Html | null => {
  const made = own.filter(({ model }) => sourceOf(model) !== null);
  if (made.length === 0) return null;
  return html`<details>
    <summary>With the price, and calibrated</summary>
    <p>
      A <strong>blend</strong> is the middle between the model and the price, in log-odds.
      <strong>Calibrated</strong> is the model’s answer on a curve fitted to its markets that were decided before the
      day of the answer, once there are ${count(CALIBRATION_MARKETS_MIN)}. Both were fixed in advance; nobody traded
      them.
    </p>
    ${scoreTable('Blends and calibrations', made, synthetic)}
  </details>`;
};

const scores = (entrants: readonly PublishedEntrant[], synthetic: boolean): Html =>
  entrants.length === 0
    ? empty('No answer has been decided yet.')
    : scoreTable('Scores', entrants, synthetic, guesses(entrants));

const scoreTable = (
  caption: string,
  entrants: readonly PublishedEntrant[],
  synthetic: boolean,
  further: readonly Guess[] = [],
): Html => {
  const ofModel = (cell: (one: PublishedEntrant) => HtmlValue) => (row: PublishedEntrant | Guess) =>
    'guess' in row ? none('no model') : cell(row);
  return table<PublishedEntrant | Guess>(
    caption,
    [...entrants, ...further],
    [
      [{ title: 'Model' }, (row) => ('guess' in row ? html`<em>${row.guess}</em>` : modelName(row.model, synthetic))],
      ['Was shown', ofModel((one) => shownTo(one.arm))],
      [{ figure: 'Markets' }, (row) => html`${count(row.n_markets)}${row.underpowered && ' (too few)'}`],
      [{ figure: 'Events', wide: true }, (row) => count(row.n_families)],
      [
        { figure: 'Brier' },
        (row) =>
          'guess' in row ? score(row.brier) : within(score(row.brier), range(row.brier_interval, score, 'not told')),
      ],
      [{ figure: 'Index' }, (row) => index(row.brier)],
      [{ figure: 'Skill against the price' }, (row) => ('guess' in row ? row.against : skillWithin(row.against_mid))],
      [{ figure: 'Against a trade’s price', wide: true }, ofModel((one) => skillWithin(one.against_executed))],
      [{ figure: 'Log score', wide: true }, ofModel((one) => score(one.log_score))],
      [{ figure: 'Against the others', wide: true }, ofModel((one) => fixed(one.peer_score, 1))],
      [{ figure: 'Calibration error', wide: true }, ofModel((one) => score(one.calibration_error))],
      [{ figure: 'Follows the price', wide: true }, ofModel((one) => fixed(one.correlation_with_price, 2))],
    ],
  );
};

type Guess = Pick<PublishedEntrant, 'n_markets' | 'n_families' | 'brier'> & {
  readonly guess: string;
  readonly underpowered: false;
  readonly against: HtmlValue;
};

const guesses = (entrants: readonly PublishedEntrant[]): Guess[] => {
  const [fullest] = entrants.filter((one) => one.baselines !== null).toSorted((a, b) => b.n_forecasts - a.n_forecasts);
  if (fullest?.baselines === null || fullest === undefined) return [];
  const { n_markets, n_families, baselines } = fullest;
  const { market_mid: price, half, base_rate: rate } = baselines;
  const skill = (brier: number): HtmlValue => percent(price === null ? null : 1 - brier / price);
  const all = { n_markets, n_families, underpowered: false } as const;
  return [
    { ...all, guess: 'Market price', brier: price, against: none('itself') },
    { ...all, guess: 'Always 50 %', brier: half, against: skill(half) },
    { ...all, guess: 'Always the share of YES, known afterwards', brier: rate, against: skill(rate) },
  ];
};

const baselines = (entrants: readonly PublishedEntrant[], synthetic: boolean): Html | null => {
  const told = entrants.filter((one) => one.baselines !== null);
  if (told.length === 0) return null;
  return folded(
    'What would have scored the same questions without a model',
    table('Baselines', told, [
      ['Questions of', (one) => modelName(one.model, synthetic)],
      ['Was shown', (one) => shownTo(one.arm)],
      [{ figure: 'Its own Brier' }, (one) => score(one.brier)],
      [{ figure: 'Always 50 %' }, (one) => score(one.baselines?.half)],
      [{ figure: 'Share of YES' }, (one) => score(one.baselines?.base_rate)],
      [{ figure: 'The price then' }, (one) => score(one.baselines?.market_mid)],
      [{ figure: 'The last price' }, (one) => score(one.baselines?.last_price)],
    ]),
  );
};

const differences = (pairs: readonly PublishedPair[], synthetic: boolean): Html =>
  table('Differences', pairs, [
    ['First', ({ first }) => `${modelName(first.model, synthetic)}, ${shownTo(first.arm)}`],
    ['Second', ({ second }) => `${modelName(second.model, synthetic)}, ${shownTo(second.arm)}`],
    [{ figure: 'Questions' }, (pair) => count(pair.n_questions)],
    [{ figure: 'Markets' }, (pair) => html`${count(pair.n_markets)}${pair.underpowered && ' (too few)'}`],
    [{ figure: 'Brier of the second minus the first' }, (pair) => score(pair.difference)],
    [{ figure: '95 % range' }, (pair) => range(pair.interval, score, 'not told')],
  ]);
