import { groupBy } from '../../platform/common/group-by';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { EntityDetailResponse } from '../../ontology/entity.dto';
import { UNCHECKED } from '../../ontology/relationship';
import { quotedDumbbell } from './charts/dumbbell';
import { placeMap } from './charts/place-map';
import { UNUSUAL_NAMES } from './charts/unusual';
import { spanBar } from './charts/span-bar';
import { yearHeat } from './charts/year-heat';
import { itemsByDay } from './items-list';
import { follow, FOLLOW_SCRIPT } from './follow';
import { renderPage } from './layout';
import { addressOf } from './page-query';
import type { EntityMarket, LanguageCount } from './graph-pages.repository';
import type { Site } from './site';
import { empty, facts, folded, joined, key, modelWord, notice, scrolled, section, swatch, table } from './elements';
import { count, counted, day, modelFigure, none, percent, sum, time } from './figures';
import { entityLink, graphLink, marketLink, outward, seeAlso } from './links';
import { entityKind, foreign, languageName, properName, spoken } from './names';

interface EntityPageData {
  readonly site: Site;
  readonly entity: EntityDetailResponse;
  readonly markets: readonly EntityMarket[];
  /** Reports per day of the last year, oldest first. */
  readonly days: readonly number[];
  readonly languages: readonly LanguageCount[];
  /** UTC ms. */
  readonly now: number;
  readonly browser: string | null;
}

const USUAL_DAYS = 35;
const LANGUAGE_ITEMS_MIN = 10;
/** Start of the axis of relationships: the earliest wars and rulers that still matter. */
const AXIS_FROM = Date.UTC(1979, 0, 1);

export const entityPage = (data: EntityPageData): string => {
  const { site, entity, markets } = data;
  const path = `/entities/${encodeURIComponent(entity.id)}`;
  const json = `/v1/ontology${path}`;
  const log = addressOf('/log', { entity: entity.id });
  const sentence = volumeSentence(data);
  return renderPage({
    title: entity.name,
    description: `${entity.description} ${sentence}`,
    path,
    section: '/ontology',
    json,
    scripts: [FOLLOW_SCRIPT],
    site,
    body: html`<p class="crumbs">
        <a href="/ontology">Places &amp; actors</a> ›
        ${entityKind(entity.type)}${entity.theater !== null && html` · <a href="${addressOf('/log', { theater: entity.theater })}">${properName(entity.theater)}</a>`}
      </p>
      <h1>${entity.name}</h1>
      <p class="lede">${entity.description}</p>
      <p><strong>${sentence}</strong></p>
      ${entity.retired && notice('It is no longer tracked; older reports still name it.')}
      <p class="actions">
        <a href="${log}">All reports</a>
        <a href="${addressOf('/ontology', { entity: entity.id })}">Show its connections</a>
        ${graphLink(data.browser)}
      </p>
      ${follow(entity.name, '/v1/ontology/alerts', `?cluster=around:${encodeURIComponent(entity.id)}`)}
      <div class="wide-narrow">
        ${section('days', 'Reports by day', [calendar(data), languageNote(data)])}
        ${section('facts', 'Facts', [locator(entity), factsOf(entity)])}
      </div>
      ${section('markets', 'Markets about it', marketTable(markets, data.now))}
      ${section('relations', 'What is stated of it', [relationships(entity, data.now), seeAlso(['/about#ontology', 'Who states this'], [json, 'JSON'])])}
      ${section(
        'latest',
        'Latest reports',
        entity.items.length === 0
          ? empty('No report has named it yet.')
          : html`${itemsByDay(entity.items, site.names)}
              <p><a href="${log}">All of them, with filters</a></p>`,
      )}`,
  });
};

/** `11 reports in the last 24 hours, usually about 8 a day.` */
const volumeSentence = ({ entity, days }: EntityPageData): string => {
  const before = days.slice(-USUAL_DAYS - 1, -1);
  const known = before.slice(before.findIndex((n) => n > 0));
  const usual = sum(known) / Math.max(1, known.length);
  const { item_count_24h: n } = entity;
  const said = `${n === 0 ? 'No report' : counted(n, 'report')} in the last 24 hours`;
  if (!before.some((n) => n > 0)) return `${said}.`;
  return `${said}; usually ${usual < 1 ? 'less than one' : `about ${Math.round(usual)}`} a day.`;
};

const calendar = ({ entity, days, now }: EntityPageData): Html =>
  days.every((n) => n === 0)
    ? empty('No report has named it in the last year.')
    : html`${scrolled(
        'Reports by day, drawn',
        yearHeat(days, now, {
          title: `Reports that name ${entity.name}, by day`,
          description: `${counted(sum(days), 'report')} in the last year, at most ${Math.max(...days)} in a day.`,
        }),
        'scroll newest-first',
      )}
      ${key(...UNUSUAL_NAMES.map((name, step) => swatch(`unusual-${step}`, name)), 'against the five weeks before each day')}`;

/** `Of its newest 500 reports, since 3 Nov 2026: English 42 %, Arabic 31 %, …` */
const languageNote = ({ languages }: EntityPageData): HtmlValue => {
  const [first] = languages;
  const total = sum(languages.map(({ n }) => n));
  return (
    first !== undefined &&
    total >= LANGUAGE_ITEMS_MIN &&
    html`<p>
      By language, of its newest ${counted(total, 'report')}, since ${time(new Date(first.since).toISOString())}:
      ${joined(languages, ', ', ({ lang, n }) => html`${lang === null ? 'none' : languageName(lang)} ${percent(n / total)}`)}.
    </p>`
  );
};

const locator = ({ id, name, location }: EntityDetailResponse): Html | false =>
  location !== null &&
  html`<div class="locator">
    ${placeMap('world', [{ id, name, latitude: location.lat, longitude: location.lon, count: 9, usual: null }], [], { title: `Where ${name} is`, description: `At ${location.lat.toFixed(1)}° north, ${location.lon.toFixed(1)}° east.` }, 'bare')}
  </div>`;

const factsOf = (entity: EntityDetailResponse): Html => {
  const rows: [string, HtmlValue][] = [
    ['Kind', entityKind(entity.type)],
    ['ISO code', entity.iso_code],
    ['Capital', entity.capital],
    ['Symbol', entity.symbol],
    ['Since', entity.since === null ? null : partialDate(entity.since)],
    ['Until', entity.until === null ? null : partialDate(entity.until)],
    [
      'Wikidata',
      entity.wikidata_id === null
        ? null
        : outward(`https://www.wikidata.org/wiki/${entity.wikidata_id}`, entity.wikidata_id),
    ],
  ];
  return html`${facts(rows)}
  ${folded(
    `Written in ${counted(entity.names.length, 'way')}`,
    [...groupBy(entity.names, ({ lang }) => lang)].map(
      ([lang, own]) =>
        html`<p>
          <small>${languageName(lang)}</small>
          ${joined(own, ' · ', ({ text }) => foreign(text, lang))}
        </p>`,
    ),
  )}`;
};

/** A day, month or year, depending on its precision: `2023-10` → `Oct 2023`. */
const partialDate = (text: string): string => {
  if (text.length > 7) return day(text);
  return text.length === 7 ? day(`${text}-01`).replace(/^1 /, '') : text;
};

const relationships = ({ name, relationships: rows }: EntityDetailResponse, now: number): Html => {
  if (rows.length === 0) return empty('Nothing is stated of it.');
  const verbs = [...new Set(rows.map(({ reads }) => reads))];
  return html`${rows.some(({ since }) => since !== null) && key('Bars: from 1979 or before to today.')}
    <dl class="facts verbs">
      ${verbs.map(
        (verb) =>
          html`<dt>${name} ${verb}</dt>
            <dd>
              <ul>
                ${rows
                  .filter(({ reads }) => reads === verb)
                  .map(
                    ({ entity, basis, since, until, source, checked_at }) =>
                      html`<li>
                        ${since !== null && spanBar([Date.parse(since), until === null ? null : Date.parse(until)], [AXIS_FROM, now])}
                        ${entityLink(entity.id, entity.name)}
                        <small>${span(since, until)}${basis} ${checkOf(source, checked_at)}</small>
                      </li>`,
                  )}
              </ul>
            </dd>`,
      )}
    </dl>`;
};

const checkOf = (source: string, checkedAt: string): string =>
  checkedAt === UNCHECKED ? `(${source}; unchecked)` : `(${source}; checked ${day(checkedAt)})`;

const span = (since: string | null, until: string | null): string => {
  if (since === null && until === null) return '';
  if (until === null) return `since ${partialDate(since ?? '')}. `;
  return since === null ? `until ${partialDate(until)}. ` : `${partialDate(since)} to ${partialDate(until)}. `;
};

const marketTable = (markets: readonly EntityMarket[], now: number): Html => {
  if (markets.length === 0) return empty('No tracked market is about it.');
  const open = markets.filter(({ status }) => status === 'open');
  const closed = markets.filter(({ status }) => status !== 'open');
  return html`${open.length === 0 ? empty('No open market is about it.') : openTable(open, now)}
  ${closed.length > 0 && folded(`${counted(closed.length, 'market')} that ${closed.length === 1 ? 'is' : 'are'} closed`, closedTable(closed, now))}`;
};

const openTable = (markets: readonly EntityMarket[], now: number): Html =>
  html`${key('● market, bid to ask shaded', modelWord('◆ model'))}
  ${table('Open markets', markets, [
    [{ title: 'Question' }, question],
    [{ figure: 'Market' }, (market) => percent(market.yes_price)],
    [{ figure: 'Model' }, (market) => modelFigure(market.said, now)],
    ['0 to 100 %', (market) => quotedDumbbell(market, market.said)],
    [
      { figure: 'Kinds of source' },
      ({ score }) => (score === null ? none('not counted yet') : count(Math.round(score * 5))),
    ],
  ])}`;

const closedTable = (markets: readonly EntityMarket[], now: number): Html =>
  table('Closed markets', markets, [
    [{ title: 'Question' }, question],
    ['Decided', ({ outcome, status }) => (outcome !== null && status !== 'void' ? outcome : spoken(status))],
    [{ figure: 'Model said last' }, (market) => modelFigure(market.said, now)],
  ]);

const question = (market: EntityMarket): Html =>
  html`${marketLink(market, market.question)} <small>${spoken(market.exchange)}</small>`;
