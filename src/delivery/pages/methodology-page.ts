import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { ScoreCard } from '../../lead-time/lead-time';
import type { LeadTimeResponse, LeadTimeRowResponse } from '../../lead-time/lead-time.dto';
import type { Standing } from '../../track-record/analysis';
import type { DecayRowResponse } from '../../track-record/analysis-parts.dto';
import type { Methodology } from '../../track-record/methodology.service';
import { chartFigure } from './charts/frame';
import { intervals } from './charts/intervals';
import { renderPage } from './layout';
import type { Site } from './site';
import { standingWords } from './standing';
import type { ResolverQuality } from './resolver-quality.provider';
import { empty, section, table } from './elements';
import { count, counted, duration, fixed, none, percent, range } from './figures';
import { provenance } from './links';
import { kindName } from './names';

export interface MethodologyPageData {
  readonly site: Site;
  readonly analyses: Methodology;
  readonly decay: readonly DecayRowResponse[];
  readonly standing: Standing;
  readonly leadTime: LeadTimeResponse;
  readonly cards: readonly { readonly source: string; readonly spans: readonly ScoreCard[] }[];
  readonly resolver: ResolverQuality | null;
}

const ANALYSIS = '/api/track-record/analysis.json';

export const methodologyPage = (data: MethodologyPageData): string =>
  renderPage({
    title: 'How well it works',
    path: '/methodology',
    section: '/receipts',
    json: ANALYSIS,
    site: data.site,
    body: html`<h1>${standingWords(data.standing)}</h1>
      <p class="lede">
        What the record says about the method itself: how forecasts age, whether it means something that many kinds of
        source speak, and who speaks first.
      </p>
      <div class="columns">
        ${section('decay', 'Forecasts by days to resolution', [decay(data), provenance('decay', ANALYSIS)])}
        ${section('confluence', 'Kinds of source and what followed', [confluence(data.analyses), provenance('confluence', ANALYSIS)])}
      </div>
      ${section('lead-time', 'Who had spoken before prices moved', [leadTime(data.leadTime, data.site), provenance('lead-time', ANALYSIS)])}
      ${section('score-cards', 'What sources were worth', [scoreCards(data.cards, data.site), provenance('lead-time', '/v1/sources')])}
      ${section('resolver', 'How well names are found', [resolver(data.resolver), provenance('ontology', '/v1/ontology/resolve?text=Iran')])}`,
  });

const wholePercent = (share: number): string => `${Math.round(share * 100)}\u00A0%`;

const decay = ({ decay: bands, standing: { n_markets_min: needed } }: MethodologyPageData): Html => {
  if (bands.every(({ n_rows: rows }) => rows === 0)) return empty('No forecast has resolved yet, so none has aged.');
  const told = bands.filter(({ brier_model_mean: brier }) => brier !== null);
  const nameOf = ({ from_days: from, to_days: to }: DecayRowResponse): string =>
    to === null ? `${from}+` : `${from}–${to}`;
  const columns: readonly (readonly [string, (band: DecayRowResponse) => HtmlValue])[] = [
    ['Days left', nameOf],
    ['Forecasts', (band) => count(band.n_rows)],
    ['Markets', (band) => count(band.n_markets)],
    ['Brier, model', (band) => fixed(band.brier_model_mean, 3)],
    ['Brier, market', (band) => fixed(band.brier_baseline_mean, 3)],
    ['Skill, 95 %', (band) => range(band.skill_jackknife_ci, fixed, 'too few markets')],
    ['Edge, 95 %', (band) => range(band.edge_ci, fixed, 'too few markets')],
  ];
  const heldBack = `A band of fewer than ${needed} markets has no figure: it would be luck.`;
  if (told.length === 0) return html`${empty(heldBack)} ${table('Forecasts by days to resolution', bands, columns)}`;
  const highest = Math.max(0.5, ...told.map(({ brier_model_ci: interval }) => interval?.[1] ?? 0));
  return chartFigure(
    intervals(
      bands.map((band) => ({
        name: `${nameOf(band)} days`,
        value: band.brier_model_mean,
        interval: band.brier_model_ci,
        note: counted(band.n_markets, 'market'),
        of: 'model',
        market: band.brier_baseline_mean,
      })),
      [0, Math.min(1, highest)],
      (value) => value.toFixed(2),
      {
        title: 'Brier score by days to resolution',
        description:
          'Mean Brier score of the model with its 95 % interval, and of the market beside it, for each band of days.',
      },
    ),
    html`<strong>Brier score by the days that were left: lower is better.</strong> ◆ model with its 95 % interval, ●
      market. ${heldBack}`,
    bands,
    columns,
  );
};

const confluence = ({ confluence: bands, spanHours }: Methodology): Html => {
  if (bands.every(({ predictions }) => predictions === 0)) return empty(`No forecast is ${spanHours} hours old yet.`);
  const highest = Math.max(0.1, ...bands.map(({ absoluteMoveInterval }) => absoluteMoveInterval?.[1] ?? 0));
  return chartFigure(
    intervals(
      bands.map((band) => ({
        name: kindsName(band.score),
        value: band.absoluteMove,
        interval: band.absoluteMoveInterval,
        note: counted(band.markets, 'market'),
        of: 'market',
      })),
      [0, highest],
      (value) => `${(value * 100).toFixed(value * 100 < 10 && (value * 100) % 1 !== 0 ? 1 : 0)} pts`,
      {
        title: `Change of price within ${spanHours} hours by kinds of source`,
        description:
          'Mean change of the middle price after a forecast, up or down, by how many kinds of source spoke when it was made.',
      },
    ),
    html`<strong>How far prices moved in the ${spanHours} hours after a forecast</strong>, in points, by how many kinds
      of source spoke of the question when it was made. If that says something, more of it comes before larger moves.`,
    bands,
    [
      ['Score', (band) => fixed(band.score, 1)],
      ['Forecasts', (band) => count(band.predictions)],
      ['Markets', (band) => count(band.markets)],
      ['Mean move', (band) => fixed(band.absoluteMove, 3)],
      ['Toward the model, 95 %', (band) => range(band.moveTowardModelInterval, fixed, 'too few markets')],
    ],
  );
};

/** The score is the number of kinds over five, at most one. */
const kindsName = (score: number): string => {
  const kinds = Math.round(score * 5);
  return kinds >= 5 ? '5 kinds or more' : counted(kinds, 'kind');
};

const leadTime = ({ days, moves, controls, ...by }: LeadTimeResponse, { names }: Site): Html =>
  moves === 0
    ? empty(`No tracked price moved by five points in the last ${days} days.`)
    : controls === 0
      ? empty(
          `${counted(moves, 'move')} of five points or more in the last ${days} days. Who had spoken before them is told once it can be compared with the same hours of a day on which the price stood still: without that, loud sources speak before everything.`,
        )
      : html`<p>
            ${counted(moves, 'move')} of five points or more in the last ${days} days. Speaking before a move is not
            causing it, and loud sources speak before everything: “otherwise” is the share of
            ${counted(controls, 'control period')} in which the same source spoke, the same hours one day earlier, when
            the price stood still.
          </p>
          <div class="columns">
            <div>
              <h3>By kind of source</h3>
              ${leadFigure(by.by_source_type)}
            </div>
            <div>
              <h3>By source</h3>
              ${leadTable('Lead time by source', by.by_source.slice(0, SOURCES_SHOWN), names.source)}
            </div>
          </div>`;

const SOURCES_SHOWN = 12;

const leadFigure = (rows: readonly LeadTimeRowResponse[]): Html =>
  rows.length === 0
    ? empty('Nobody had spoken in the six hours before any of them.')
    : chartFigure(
        intervals(
          rows.map(({ name, share, control_share: otherwise, moves }) => ({
            name: kindName(name),
            value: otherwise,
            interval: null,
            note: counted(moves, 'move'),
            of: 'other',
            market: share,
          })),
          [0, Math.max(0.2, ...rows.flatMap(({ share, control_share: otherwise }) => [share, otherwise ?? 0]))],
          wholePercent,
          {
            title: 'Share of moves before which each kind of source had spoken',
            description: rows
              .map(
                ({ name, share, control_share: otherwise }) =>
                  `${kindName(name)} ${wholePercent(share)}${otherwise === null ? '' : `, otherwise ${wholePercent(otherwise)}`}`,
              )
              .join('; '),
          },
        ),
        html`<strong>Who had spoken in the six hours before a price moved</strong>: ● before moves, ○ otherwise. Only a
          wide gap between the two says something.`,
        rows,
        leadColumns(kindName),
      );

const leadTable = (caption: string, rows: readonly LeadTimeRowResponse[], nameOf: (name: string) => string): Html =>
  rows.length === 0
    ? empty('Nobody had spoken in the six hours before any of them.')
    : table(caption, rows, leadColumns(nameOf));

const leadColumns = (
  nameOf: (name: string) => string,
): readonly (readonly [string, (row: LeadTimeRowResponse) => HtmlValue])[] => [
  ['Who', (row) => nameOf(row.name)],
  ['Moves', (row) => count(row.moves)],
  ['Share', (row) => percent(row.share)],
  ['Otherwise', (row) => (row.control_share === null ? none('no control period') : percent(row.control_share))],
  ['First, median', (row) => duration(row.median_first_lead_seconds * 1000)],
  ['Last, median', (row) => duration(row.median_last_lead_seconds * 1000)],
];

const scoreCards = (cards: MethodologyPageData['cards'], { names }: Site): Html =>
  cards.length === 0
    ? empty('No source has preceded a move yet.')
    : table(
        'Score-cards',
        cards.flatMap(({ source, spans }) => spans.map((card) => ({ ...card, source }))),
        [
          [{ title: 'Source' }, (card) => names.source(card.source)],
          [{ figure: 'Days' }, (card) => count(card.days)],
          [{ figure: 'Reports' }, (card) => count(card.items)],
          [{ figure: 'First reports' }, (card) => count(card.first_reports)],
          [{ figure: 'Copies' }, (card) => count(card.copies)],
          [{ figure: 'Silent days' }, (card) => count(card.silent_days)],
        ],
      );

const resolver = (quality: ResolverQuality | null): Html =>
  quality === null
    ? empty('No measurement ships with this build.')
    : html`<p>
        On ${counted(quality.texts, 'text')} in nine languages, half of them traps, which were written without a look at
        the rules by which names are found (their totals were watched while designs were chosen): F1
        ${fixed(quality.f1, 3)} (95 % interval ${fixed(quality.low, 3)} to ${fixed(quality.high, 3)}); of
        ${counted(quality.forbidden, 'name')} that must not be tagged ${count(quality.trapped)} were. F1 is 1 where
        every name is found and nothing else is.
      </p>`;
