import { html, type Html, type HtmlValue } from '../../platform/common/html';
import { HOUR_MS, MINUTE_MS } from '../../platform/common/durations';
import { clusterWords } from '../../digest/changes';
import { WINDOW_MS } from '../../surge/baseline';
import { SURGE_RATIO } from '../../surge/surge-rule';
import type { AlertDetailResponse } from '../../surge/alert-detail.dto';
import type { AlertResponse } from '../../surge/alerts.dto';
import { spark } from './charts/spark';
import { surgePicture, type SurgeLane } from './charts/surge-picture';
import { itemList } from './items-list';
import { follow, FOLLOW_SCRIPT } from './follow';
import { renderPage } from './layout';
import type { SpanQuotes } from './market-pages.repository';
import { addressOf } from './page-query';
import type { Site } from './site';
import { usualDay } from './today-words';
import { empty, enumerated, key, modelWord, scrolled, section, swatch, table } from './elements';
import { clockTime, count, counted, day, modelFigure, percent, time } from './figures';
import { graphLink, links, marketLink, nextLink, seeAlso, segments } from './links';
import { foreign, languageName } from './names';

const PATH = '/alerts';
const FOUND = ['/about#surge', 'How surges are found'] as const;
const SURGE =
  'A surge is at least three times the usual number of reports within five minutes, from two publishers or more.';
const LIST = '/v1/ontology/alerts';
export const PRICES_AROUND_MS = 6 * HOUR_MS;
const LANES_MAX = 20;

interface AlertsPageData {
  readonly site: Site;
  /** Newest first. */
  readonly alerts: readonly AlertResponse[];
  readonly active: boolean | undefined;
  readonly next: string | null;
}

export const alertsPage = ({ site, alerts, active, next }: AlertsPageData): string => {
  const title = alertsSentence(alerts, active);
  return renderPage({
    title: 'Surge alerts',
    description: `${title}. ${SURGE}`,
    path: PATH,
    section: '/',
    json: LIST,
    site,
    body: html`<p class="crumbs"><a href="/">Today</a> › Surge alerts</p>
      <h1>${title}</h1>
      <p class="lede">${SURGE} One burst of news makes one alert.</p>
      ${choice(active)}
      ${alerts.length === 0 ? empty(active === true ? 'None is open now.' : 'None yet: a surge needs a full day of listening before it.') : list(alerts)}
      ${next !== null && nextLink(addressOf(PATH, { active: active === undefined ? undefined : String(active), cursor: next }), 'Older alerts')}
      ${seeAlso(FOUND, [LIST, 'JSON'], ['/v1/ontology/alerts.atom', 'follow them (Atom)'])}`,
  });
};

const alertsSentence = (alerts: readonly AlertResponse[], active: boolean | undefined): string => {
  const [last] = alerts;
  if (active === false) return 'Surges that are over';
  const open = [...new Set(alerts.filter((one) => one.active).map(({ cluster }) => clusterWords(cluster)))];
  if (open.length > 0) return `${enumerated(open)} ${open.length === 1 ? 'is' : 'are'} surging`;
  return `No surge is open${last === undefined ? '' : `; the last was ${clusterWords(last.cluster)}, on ${day(last.opened_at)}`}`;
};

const choice = (active: boolean | undefined): Html =>
  segments(
    'Which alerts',
    (
      [
        ['All', undefined],
        ['Open', true],
        ['Over', false],
      ] as const
    ).map(([words, value]) => ({
      href: addressOf(PATH, { active: value === undefined ? undefined : String(value) }),
      words,
      chosen: value === active,
    })),
  );

const list = (alerts: readonly AlertResponse[]): Html =>
  table('Surge alerts, newest first', alerts, [
    [{ title: 'Where' }, (one) => html`<a href="${alertPath(one.id)}">${clusterWords(one.cluster)}</a>`],
    ['When', (one) => time(one.opened_at)],
    [{ figure: 'Reports in five minutes' }, (one) => count(one.count)],
    [{ figure: 'Publishers' }, (one) => count(one.families)],
    [{ figure: 'A usual day' }, (one) => usualDay(one.baseline)],
    [
      'State',
      ({ opened_at: opened, closed_at: closed }) =>
        closed === null ? html`<strong>open</strong>` : html`over ${overWhen(opened, closed)}`,
    ],
  ]);

/** `at 13:30`, with the day if it differs. */
const overWhen = (opened: string, closed: string): Html =>
  opened.slice(0, 10) === closed.slice(0, 10) ? html`at ${clockTime(closed)}` : html`on ${time(closed)}`;

const alertPath = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

interface AlertPageData {
  readonly site: Site;
  readonly alert: AlertDetailResponse;
  readonly quotes: readonly SpanQuotes[];
  /** Earlier alerts of the same place, newest first. */
  readonly before: readonly AlertResponse[];
  /** UTC ms. */
  readonly now: number;
  readonly browser: string | null;
}

export const alertPage = (data: AlertPageData): string => {
  const { site, alert, before } = data;
  const place = clusterWords(alert.cluster);
  const json = `${LIST}/${encodeURIComponent(alert.id)}`;
  const title = `Surge: ${place}, ${day(alert.opened_at)}`;
  return renderPage({
    title,
    description: `${counted(alert.count, 'report')} by ${counted(alert.families, 'publisher')} within five minutes; a usual day brings ${usualDay(alert.baseline)}.`,
    path: alertPath(alert.id),
    section: '/',
    json,
    scripts: [FOLLOW_SCRIPT],
    cite: { made: alert.opened_at },
    site,
    body: html`<p class="crumbs"><a href="/">Today</a> › <a href="${PATH}">Surge alerts</a></p>
      <h1>${title}, ${clockTime(alert.window_start)} to ${clockTime(lastOf(alert))}</h1>
      <p class="lede">
        ${counted(alert.count, 'report')} by ${counted(alert.families, 'publisher')} between
        ${clockTime(alert.window_start)} and ${clockTime(alert.window_end)} UTC. A usual day brings
        ${usualDay(alert.baseline)}.
        ${alert.closed_at === null ? 'It is still open.' : html`It was over ${overWhen(alert.opened_at, alert.closed_at)}.`}
      </p>
      <p>${firstSentence(data)} ${alsoSentence(alert)}</p>
      ${follow(title, '/v1/ontology/alerts', `?cluster=${encodeURIComponent(alert.cluster)}`)}
      ${data.browser !== null && html`<p class="actions">${graphLink(data.browser)}</p>`}
      ${section('minutes', 'Minute by minute', picture(data))}
      ${section('markets', 'What prices did, six hours either side', markets(data))}
      ${section('reports', 'The reports that raised it, the first one first', itemList(alert.items, site.names))}
      ${section('before', `Surges of ${place} before it`, [
        before.length === 0 ? empty('None since Vedette began to listen.') : list(before),
        html`<p class="provenance">
          What prices did after each stands on its page. A rule of it would need twenty surges of one place.
          ${links(FOUND, [json, 'JSON'], html`<a href="/case/alert/${encodeURIComponent(alert.id)}.html" download>The whole surge as one file</a>`, ['/v1/ontology/alerts.atom', 'all surges (Atom)'])}
        </p>`,
      ])}`,
  });
};

/** `Market 28 → 32 %`. */
const movedWords = ({
  price_before: before,
  price_after: after,
}: AlertDetailResponse['markets'][number]): HtmlValue => {
  if (before === null) return after === null ? 'No price' : html`Market ${percent(after)}, none before`;
  return after === null
    ? html`Market ${percent(before)}, unchanged`
    : html`Market ${percent(before)} → ${percent(after)}`;
};

const lastOf = ({ items, window_end: end }: AlertDetailResponse): string => {
  const last = items.at(-1)?.at ?? end;
  return last > end ? last : end;
};

const copiesIn = ({ items }: AlertDetailResponse): ReadonlySet<string> => {
  const told = new Set<string>();
  const copies = new Set<string>();
  for (const { id, story } of items) {
    if (story === null) continue;
    if (told.has(story)) copies.add(id);
    told.add(story);
  }
  return copies;
};

const firstSentence = ({ alert, site }: AlertPageData): HtmlValue => {
  const [first] = alert.items;
  if (first === undefined) return '';
  const copies = copiesIn(alert).size;
  const languages = alert.languages.map(languageName);
  return html`${foreign(site.names.source(first.source), null)} was
  first${first.lang !== null && `, in ${languageName(first.lang)}`}, at ${clockTime(first.at)}.
  ${copies > 0 && `${counted(copies, 'report repeats', 'reports repeat')} another. `}
  ${languages.length > 1 && `The reports are in ${enumerated(languages)}.`}`;
};

const alsoSentence = ({ also, cluster }: AlertDetailResponse): string => {
  const own = clusterWords(cluster);
  const names = [...new Set(also.map(clusterWords))].filter((name) => name !== own);
  return names.length === 0 ? '' : `The same reports also count for ${enumerated(names)}.`;
};

const picture = ({ alert, site }: AlertPageData): Html => {
  const copies = copiesIn(alert);
  const instants = alert.items.map(({ at }) => Date.parse(at));
  const window = [Date.parse(alert.window_start), Date.parse(alert.window_end)] as const;
  const from = Math.min(window[0], ...instants) - 2 * MINUTE_MS;
  const to = Math.max(window[1], ...instants) + 2 * MINUTE_MS;
  const lanes = new Map<string, SurgeLane & { reports: { at: number; copy: boolean }[] }>();
  for (const { id, family, source, lang, at } of alert.items) {
    const lane = lanes.get(family) ?? { name: site.names.source(source), lang, reports: [] };
    lane.reports.push({ at: Date.parse(at), copy: copies.has(id) });
    lanes.set(family, lane);
  }
  const shown = [...lanes.values()].slice(0, LANES_MAX);
  const needed = Math.ceil(Math.max(SURGE_RATIO * alert.baseline, alert.floors.count) - 1e-9);
  const surging = instants.find((at, index) => at - (instants[index - needed + 1] ?? -Infinity) < WINDOW_MS) ?? null;
  return html`<figure>
    ${scrolled(
      'Minute by minute, drawn',
      surgePicture(
        { from, to, window, reports: instants, usualPerMinute: alert.usual_per_minute, surging, lanes: shown },
        {
          title: 'Reports of the surge, added up, and who made them',
          description: `${counted(instants.length, 'report')}, where ${((alert.usual_per_minute * (to - from)) / MINUTE_MS).toFixed(1)} are usual in the same time. The list beneath has each.`,
        },
      ),
    )}
    <figcaption class="key">
      ${swatch('alert-swatch', 'the fullest five minutes')}
      ${surging !== null && html`<span>┆ a surge from here: ${needed} reports within five minutes</span>`}
      <span>● report</span><span>○ repeats another</span>
      ${lanes.size > LANES_MAX && html`<span>${lanes.size - LANES_MAX} more publishers are in the list</span>`}
      <span>usual: the seven days before</span>
    </figcaption>
  </figure>`;
};

const markets = ({ alert, quotes, now }: AlertPageData): Html => {
  if (alert.markets.length === 0) return empty('Its reports are evidence for no market that is tracked.');
  const opened = Date.parse(alert.opened_at);
  const span = [opened - PRICES_AROUND_MS, Math.min(now, opened + PRICES_AROUND_MS)] as const;
  const closed = alert.closed_at === null ? span[1] : Date.parse(alert.closed_at);
  return html`${key('● market, bid to ask shaded', modelWord('◆ model, asked again'), swatch('alert-swatch', 'the surge'), 'from 0 to 100 %')}
    <ul class="tiles">
      ${alert.markets.map((one) => {
        const answer = alert.forecasts.find(
          ({ exchange, ticker }) => exchange === one.exchange && ticker === one.ticker,
        );
        const own = quotes.find(({ exchange, ticker }) => exchange === one.exchange && ticker === one.ticker);
        return html`<li>
          ${spark(
            (own?.prices ?? []).map(({ at, price, bid, ask }) => ({
              at: Math.max(span[0], at),
              value: price,
              low: bid,
              high: ask,
            })),
            answer === undefined ? [] : [{ at: Date.parse(answer.made_at), value: answer.probability_yes }],
            span,
            [opened, closed],
          )}
          <p>${marketLink(one, one.question)}</p>
          <p class="meta">
            ${movedWords(one)} ·
            ${answer === undefined ? 'model not asked again' : html`model ${modelFigure(answer, now)}`} ·
            ${counted(one.item_count, 'report')}
          </p>
        </li>`;
      })}
    </ul>
    <p class="provenance">
      A price that moved after a report need not have moved because of it.
      <a href="/about#lead-time">What is found out about that</a>
    </p>`;
};
