import { marketPath } from '../../markets/market-key';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { DAY_MS } from '../../platform/common/durations';
import type { CalendarEventResponse, DigestResponse, SilenceResponse } from '../../digest/digest.dto';
import type { Standing } from '../../track-record/analysis';
import type { SourceReading } from '../../ingestion/silence';
import type { ListedMarketResponse } from '../../markets/markets.dto';
import { bars } from './charts/bars';
import { DUE_DAYS, dueLine, type DueMark } from './charts/due-line';
import { quotedDumbbell } from './charts/dumbbell';
import { heatStrip } from './charts/heat-strip';
import type { MapQuake } from './charts/place-map';
import { spark } from './charts/spark';
import { unusualStep } from './charts/unusual';
import { dayBeside, dayPath } from './day-page';
import { FOLLOW_SCRIPT, ownList } from './follow';
import { renderPage } from './layout';
import type { Morning } from './morning';
import type { MarketCount } from './market-pages.repository';
import { placesMap } from './places-map';
import type { Site } from './site';
import { byLanguage, SOURCE_STATES } from './sources-page';
import { standingSentence } from './standing';
import { storiesSection } from './stories';
import { addressOf } from './page-query';
import {
  DISAGREEMENT_MIN,
  headline,
  newSilences,
  silenceSentences,
  SPANS,
  spanWords,
  volumeSentence,
  volumeSentences,
  type Span,
} from './today-words';
import { empty, folded, key, modelWord, notice, scrolled, section, swatch, table } from './elements';
import { closesIn, count, counted, day, lastDay, modelFigure, none, percent, pointsBetween, sum } from './figures';
import { marketLink, seeAlso, segments } from './links';
import { languageName, properName, spoken } from './names';

interface TodayData {
  readonly site: Site;
  readonly span: Span;
  readonly first: string;
  readonly digest: DigestResponse;
  readonly morning: Morning;
  readonly standing: Standing;
  readonly markets: readonly ListedMarketResponse[];
  readonly closing: readonly ListedMarketResponse[];
  readonly counts: readonly MarketCount[];
  readonly calendar: readonly CalendarEventResponse[];
  readonly quakes: readonly MapQuake[];
  readonly sources: readonly SourceReading[];
}

const DIGEST = '/v1/ontology/digest';
const DISAGREEING_MAX = 6;
/** From this step of the map's scale, a theatre is unusual. */
const LOUD_STEP = 2;
const KINDS_OF_SOURCE = 8;

export const todayPage = (data: TodayData): string => {
  const { digest, markets, site } = data;
  const yesterday = dayBeside(digest.computed_at.slice(0, 10), -1);
  return renderPage({
    title: 'Vedette',
    section: '/',
    json: DIGEST,
    site,
    path: '/',
    scripts: ['visits.js', FOLLOW_SCRIPT],
    description: `${headline(digest, markets)}. ${volumeSentence(digest)}`,
    body: html`<p class="intro">
        Vedette reads ${counted(data.sources.length, 'source')} on war and diplomacy, shows what is unusual, and
        compares market prices with a model whose every forecast was locked before the outcome.
        <a href="/about">How it works</a>
      </p>
      <h1>${headline(digest, markets)}</h1>
      <p class="lede">${volumeSentences(digest)} ${widestGap(markets, Date.parse(digest.computed_at))}</p>
      ${silenceSentences(silencesOf(data)).map((sentence) => notice(sentence))} ${ownList()}
      ${section('changes', html`What happened ${spanWords(data.span, digest.since)}`, [
        spanSwitch(data.span),
        storiesSection(data.morning, site.names),
        usualSentence(digest.theaters),
        html`<p>The model: ${standingSentence(data.standing)}</p>`,
        seeAlso(
          yesterday >= data.first && html`<a href="${dayPath(yesterday)}">Yesterday</a>`,
          ['/days.atom', 'follow the days (Atom)'],
          ['/alerts', 'all surges'],
          ['/about#changes', 'what stands out'],
        ),
      ])}
      ${section('where', 'Where the last 24 hours were', placesMap(data.digest.places, data.quakes))}
      ${section('gaps', 'Where the model and the market disagree', gapsSection(data))}
      ${section('theaters', 'Theatres: two days by the hour, five weeks by the day', theatersSection(data))}
      ${section('due', 'Due next', dueSection(data))}
      ${section('sources', 'Sources by language, one square each', sourcesSection(data))}`,
  });
};

const silencesOf = ({ digest, sources }: TodayData): SilenceResponse[] =>
  newSilences(
    digest.sources?.silences ?? [],
    new Map(sources.map(({ source, record }) => [source.id, record.last_success_at])),
    Date.parse(digest.computed_at),
  );

const widestGap = ([first]: TodayData['markets'], now: number): HtmlValue =>
  first !== undefined &&
  first.gap !== null &&
  Math.abs(first.gap) >= DISAGREEMENT_MIN &&
  html`Market and model are furthest apart on ${marketLink(first, html`<q>${first.question}</q>`)}: the market says
    <strong>${percent(first.yes_price)}</strong>, the model ${modelFigure(first.latest_prediction, now)}.`;

const spanSwitch = (chosen: Span): Html =>
  segments(
    'Changes since',
    [
      ...Object.entries(SPANS).map(([span, { name }]) => ({
        href: addressOf('/', { since: span === 'midnight' ? undefined : span }),
        words: name,
        chosen: span === chosen,
      })),
      ...(chosen === 'visit' ? [{ href: '', words: 'My last visit', chosen: true }] : []),
    ],
    'spans',
  );

const usualSentence = (theaters: DigestResponse['theaters']): HtmlValue => {
  const calm = theaters
    .filter(({ usual, days }) => usual !== null && (unusualStep(days.at(-1) ?? 0, usual) ?? 0) < LOUD_STEP)
    .map(({ name }) => properName(name));
  return calm.length > 0 && html`<p>As many reports as usual or fewer: ${calm.join(', ')}.</p>`;
};

const gapsSection = ({ markets, digest }: TodayData): Html => {
  if (markets.length === 0) return empty('No market is open yet: the first update asks both exchanges.');
  const now = Date.parse(digest.computed_at);
  return html`${key('● market, bid to ask shaded', modelWord('◆ model'), 'gap in points: + where the model is higher')}
    ${table('Open markets, the widest gap between model and market first', markets.slice(0, DISAGREEING_MAX), [
      [{ title: 'Question' }, question],
      [{ figure: 'Market' }, (market) => percent(market.yes_price)],
      [{ figure: 'Model' }, (market) => modelFigure(market.latest_prediction, now)],
      [{ figure: 'Gap' }, gapThen],
      [{ words: 'From 0 to 100 %', wide: true }, (market) => quotedDumbbell(market, market.latest_prediction)],
      [{ words: '30 days', wide: true }, (market) => sparkOf(market, now)],
      [{ words: 'Kinds of source, 24 h', wide: true }, kindsOf],
      [{ figure: 'Closes in' }, (market) => closesIn(market.deadline ?? market.resolves_at, now)],
    ])}
    <p class="provenance">
      <a href="/markets">All open markets</a>, or first those that
      <a href="${addressOf('/markets', { sort: 'move' })}">moved most</a>,
      <a href="${addressOf('/markets', { sort: 'closes' })}">close soonest</a> or have the
      <a href="${addressOf('/markets', { sort: 'confluence' })}">most kinds of source</a> ·
      <a href="/about#confluence">How it is computed</a> · <a href="/v1/markets?sort=gap">JSON</a>
    </p>`;
};

const question = (market: ListedMarketResponse): Html =>
  html`${marketLink(market, market.question)}<br /><small
      >${spoken(market.exchange)}${market.theater !== null && ` · ${properName(market.theater)}`}</small
    >`;

export const gapThen = ({ yes_price: now, latest_prediction: said }: ListedMarketResponse): Html => {
  const then = said?.market_yes_price ?? null;
  const hasMoved = then !== null && now !== null && pointsBetween(then, now) !== 0;
  return html`${pointsFrom(then, said?.probability_yes ?? null)}${hasMoved && html` <small>price ${pointsFrom(then, now)} since</small>`}`;
};

/** `+17`: the second share less the first, in points. */
export const pointsFrom = (from: number | null, to: number | null): HtmlValue => {
  if (from === null || to === null) return none('no forecast yet');
  const points = pointsBetween(from, to);
  return points === 0 ? '0' : `${points > 0 ? '+' : '\u2212'}${Math.abs(points)}`;
};

export const sparkOf = ({ spark: path, latest_prediction: said }: ListedMarketResponse, now: number): Html =>
  spark(
    path.flatMap((value, index) => (value === null ? [] : [{ at: now - (path.length - 1 - index) * DAY_MS, value }])),
    said === null ? [] : [{ at: now, value: said.probability_yes }],
    [now - 29 * DAY_MS, now],
  );

/** Number of kinds of source with reports, of eight. */
export const kindsOf = ({ confluence }: ListedMarketResponse): HtmlValue => {
  if (confluence === null) return none('not counted yet');
  const kinds = confluence.source_types.length;
  return html`<span class="kinds" title="${confluence.source_types.map(spoken).join(', ')}"
    ><span aria-hidden="true">${'▮'.repeat(kinds)}<i>${'▮'.repeat(Math.max(0, KINDS_OF_SOURCE - kinds))}</i></span>
    ${kinds}</span
  >`;
};

const theatersSection = ({ digest: { theaters }, counts }: TodayData): Html => {
  const openMarkets = (name: string): HtmlValue => {
    const open = sum(counts.map((one) => (one.theater === name && one.status === 'open' ? one.n : 0)));
    return open === 0 ? '0' : html`<a href="${addressOf('/markets', { theater: name })}">${count(open)}</a>`;
  };
  const ranked = theaters
    .map(({ name, days, hours, usual }) => ({ name, days, hours, usual, today: days.at(-1) ?? 0 }))
    .sort((a, b) => excess(b) - excess(a) || b.today - a.today);
  return html`${table('Reports by theatre', ranked, [
      ['Theatre', ({ name }) => html`<a href="${addressOf('/log', { theater: name })}">${properName(name)}</a>`],
      [{ figure: 'Naming it, 24 h' }, ({ today }) => count(today)],
      [{ figure: 'Usual' }, ({ usual }) => (usual === null ? none('not known yet') : count(Math.round(usual)))],
      [{ figure: 'Open markets', wide: true }, ({ name }) => openMarkets(name)],
      [{ words: 'Last 48 hours', wide: true }, ({ hours }) => bars(hours, Math.max(1, ...hours))],
      ['Last 35 days', ({ days, usual }) => heatStrip(days.map((n) => ({ count: n, usual })))],
    ])}
    <p class="provenance">
      A report counts in each theatre that it names; behind a name stand those of what happened there. Bars: each row on
      its own scale. Squares: a day each, coloured as on the map.
      <a href="/about#volumes">How it is computed</a> · <a href="${DIGEST}">JSON</a>
    </p>`;
};

const excess = ({ today, usual }: { today: number; usual: number | null }): number =>
  (today - (usual ?? 0)) / Math.sqrt(Math.max(1, usual ?? 0));

const dueSection = ({ digest, closing, calendar }: TodayData): Html => {
  const now = Date.parse(digest.computed_at);
  const until = now + DUE_DAYS * DAY_MS;
  const marks = [
    ...calendar.map(({ title, day: at, confidence }): DueMark => ({
      at: Date.parse(at),
      title,
      kind: confidence === 'high' ? 'event' : 'unsure event',
      path: null,
    })),
    ...closing.flatMap((market): DueMark[] => {
      const deadline = market.deadline ?? market.resolves_at;
      if (deadline === null) return [];
      return [{ at: Date.parse(deadline), title: market.question, kind: 'closes', path: marketPath(market) }];
    }),
  ].filter(({ at }) => at >= now - DAY_MS && at <= until);
  if (marks.length === 0) return empty('Nothing is due in the next 45 days.');
  return html`${key('● a market closes', '| a scheduled event', marks.some(({ kind }) => kind === 'unsure event') && '┆ one whose day is not sure')}
  ${scrolled('Due next, drawn', dueLine(marks, now, { title: 'Due in the next 45 days', description: `${marks.length} dates; the table beneath names each.` }))}
  ${folded(
    'The same as a table',
    table(
      'Due next',
      marks
        .map((mark) => ({ ...mark, last: lastDay(new Date(mark.at).toISOString()) }))
        .sort((a, b) => a.last.localeCompare(b.last) || a.at - b.at),
      [
        ['Day', ({ last }) => day(last)],
        ['What', ({ title, path }) => (path === null ? title : html`<a href="${path}">${title}</a>`)],
      ],
    ),
  )}`;
};

const square = ({ source, health: { state } }: SourceReading): Html =>
  html`<span class="square state-${state}" title="${source.name}: ${SOURCE_STATES[state] ?? state}"></span>`;

const statesOf = (own: readonly SourceReading[]): string =>
  Object.entries(SOURCE_STATES)
    .map(([state, words]) => [own.filter(({ health }) => health.state === state).length, words] as const)
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${number} ${words}`)
    .join(', ');

const sourcesSection = ({ sources }: TodayData): Html => {
  const present = Object.keys(SOURCE_STATES).filter((state) => sources.some(({ health }) => health.state === state));
  return html`<ul class="languages">
      ${byLanguage(sources, ({ source }) => source.lang ?? '').map(
        ([lang, own]) =>
          html`<li>
            ${lang === '' ? 'Several or none' : languageName(lang)}
            <span class="squares" role="img" aria-label="${statesOf(own)}">${own.map(square)}</span>
          </li>`,
      )}
    </ul>
    ${key(
      present.map((state) => swatch(`state-${state}`, SOURCE_STATES[state])),
      html`<span><a href="/sources">All sources</a></span>`,
    )}`;
};
