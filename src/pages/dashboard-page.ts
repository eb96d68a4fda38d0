/** The front page: what is happening now, and how far it can be believed. Pure. */
import { html, type Html, type HtmlValue } from '../common/html';
import type { ConfluenceResponse } from '../confluence/confluence.dto';
import type { DigestResponse, VolumeResponse } from '../digest/digest.dto';
import type { AlertResponse } from '../surge/alerts.dto';
import { burstsOf, type Burst } from './alert-bursts';
import { itemList, type ListedItem } from './items-list';
import { renderPage } from './layout';
import { addressOf } from './page-query';
import {
  bar,
  count,
  counted,
  day,
  empty,
  entityLink,
  fixed,
  marketLink,
  percent,
  provenance,
  sourceTypeMark,
  spoken,
  table,
  time,
} from './words';

export interface DashboardData {
  readonly demo: boolean;
  readonly digest: DigestResponse;
  /** Open alerts, or where there is none the last that closed. */
  readonly alerts: readonly AlertResponse[];
  /** Names of the entities that the clusters of the alerts are around, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Evidence of the top markets of the digest, in its order. */
  readonly evidence: readonly ConfluenceResponse[];
}

const DIGEST = '/v1/ontology/digest';

export const dashboardPage = (data: DashboardData): string => {
  const { digest, demo } = data;
  return renderPage({
    title: 'Vedette',
    section: '/',
    json: DIGEST,
    demo,
    body: html`<h1>What is happening now</h1>
      <p class="lede">
        ${counted(digest.item_count_24h, 'item')} in the 24 hours to ${time(digest.computed_at)};
        ${sourcesInWords(digest)}.
      </p>
      ${silences(digest)}
      <section aria-labelledby="alerts">
        <h2 id="alerts">Surge alerts</h2>
        ${alertsSection(data)}
      </section>
      <section aria-labelledby="markets">
        <h2 id="markets">Markets by confluence</h2>
        ${marketsSection(data)}
      </section>
      <div class="columns">
        <section aria-labelledby="movers">
          <h2 id="movers">Louder than usual</h2>
          ${moversSection(digest)}
        </section>
        <section aria-labelledby="kinds">
          <h2 id="kinds">By kind of source</h2>
          ${volumeTable('Items by source type', digest.source_types, 'source_type')}
        </section>
        <section aria-labelledby="theaters">
          <h2 id="theaters">By theater</h2>
          ${volumeTable('Items by theater', digest.theaters, 'theater')}
        </section>
        <section aria-labelledby="calendar">
          <h2 id="calendar">Next 14 days</h2>
          ${calendarSection(digest)}
        </section>
        <section aria-labelledby="sources">
          <h2 id="sources">Sources</h2>
          ${sourcesSection(digest)}
        </section>
      </div>`,
  });
};

const sourcesInWords = ({ sources }: DigestResponse): string => {
  const states = sources?.states ?? {};
  const total = Object.values(states).reduce((sum, n) => sum + n, 0);
  return `${count(states['ok'] ?? 0)} of ${counted(total, 'source')} answer as they should`;
};

const silences = ({ sources }: DigestResponse): HtmlValue =>
  (sources?.silences ?? []).map(
    ({ warning }) =>
      html`<p class="notice">
        <strong>Degraded.</strong> ${warning}: what such media report is missing here.
      </p>`,
  );

const alertsSection = ({ alerts, names }: DashboardData): Html => {
  const open = alerts.some(({ active }) => active);
  return html`${!open && empty(html`No surge is open: no cluster of entities is at three times its usual volume within five minutes.${alerts.length > 0 && ' The last that closed:'}`)}
    <div class="columns">${burstsOf(alerts).map((burst) => burstBlock(burst, names))}</div>
    ${provenance('surge', '/v1/ontology/alerts')}`;
};

const burstBlock = ({ lead, others }: Burst<AlertResponse>, names: DashboardData['names']): Html =>
  html`<article>
    <h3 id="${`a-${lead.id}`}">
      ${clusterName(lead.cluster, names)}
      ${lead.active ? html`<span class="tag tag-warn">open</span>` : html`<span class="tag">closed</span>`}
    </h3>
    <p>
      ${counted(lead.count, 'item')} in five minutes from ${time(lead.window_start)}, where
      ${fixed(lead.baseline)} are
      usual${lead.ratio !== null && html` (${fixed(lead.ratio, 1)} times)`};
      ${counted(lead.families, 'publisher family', 'publisher families')}, baseline of
      ${Math.round(lead.baseline_hours)} h.
    </p>
    ${
      others.length > 0 &&
      html`<p class="meta">
        Also raised by the same items:
        ${others.map(
          ({ cluster }, index) => html`${index > 0 && ', '}${clusterName(cluster, names)}`,
        )}.
      </p>`
    }
    ${itemList(lead.items.slice(0, 3))}
  </article>`;

const clusterName = (cluster: string, names: DashboardData['names']): HtmlValue => {
  const [kind, name = ''] = cluster.split(':');
  return kind === 'theater'
    ? html`<a href="${addressOf('/log', { theater: name })}">${spoken(name)}</a>`
    : html`Around ${entityLink(name, names.get(name))}`;
};

const marketsSection = ({ digest, evidence }: DashboardData): Html =>
  digest.markets.length === 0
    ? empty(
        'No tracked market has a confluence reading yet: readings are made by the first tick after markets were found.',
      )
    : html`<div class="columns">${evidence.map(leadMarket)}</div>
        ${table(
          'The markets with the greatest confluence',
          [
            'Question',
            { figure: 'YES' },
            { figure: 'Confluence' },
            { figure: 'Weighted' },
            'Kinds of source',
          ],
          digest.markets.map((market) => [
            marketLink(market.exchange, market.ticker, market.question ?? market.ticker),
            percent(market.yes_price),
            bar(market.score, 'Confluence'),
            fixed(market.weighted_score),
            market.source_types.join(', '),
          ]),
        )}${provenance('confluence', DIGEST)}`;

const leadMarket = (market: ConfluenceResponse): Html =>
  html`<article>
    <h3>${marketLink(market.exchange, market.ticker, market.question ?? market.ticker)}</h3>
    <p class="meta">
      ${bar(market.score, 'Confluence')}
      <span class="types">${market.source_types.map((type) => sourceTypeMark(type))}</span
      >${market.independence.rests_on_one_origin && html` <span class="tag tag-warn">rests on one origin</span>`}
    </p>
    ${itemList(
      market.contributions
        .flatMap(({ items, source_type }) =>
          items.slice(0, 1).map((item): ListedItem => Object.assign({}, item, { source_type })),
        )
        .slice(0, 3),
    )}
  </article>`;

const moversSection = ({ movers }: DigestResponse): Html => {
  const louder = movers.filter(({ item_count, baseline }) => item_count > baseline);
  return html`${
    louder.length === 0
      ? empty(
          'No entity has at least five items in the last 24 hours and more than on a usual day.',
        )
      : table(
          'Entities above their usual volume',
          ['Entity', { figure: '24 h' }, { figure: 'Usual' }, { figure: 'Ratio' }],
          louder.map((mover) => [
            entityLink(mover.id, mover.name),
            count(mover.item_count),
            fixed(mover.baseline, 1),
            fixed(mover.ratio, 1),
          ]),
        )
  }${provenance('movers', DIGEST)}`;
};

const volumeTable = (
  caption: string,
  volumes: readonly VolumeResponse[],
  filter: 'source_type' | 'theater',
): Html =>
  html`${
    volumes.every(({ item_count }) => item_count === 0)
      ? empty('Nothing in the last 24 hours: no source has brought an item yet, or all are silent.')
      : table(
          caption,
          ['Name', { figure: '24 h' }, 'Newest'],
          volumes.map(({ name, item_count, newest_at }) => [
            html`<a href="${addressOf('/log', { [filter]: name })}">${spoken(name)}</a>`,
            count(item_count),
            time(newest_at),
          ]),
        )
  }${provenance('volumes', DIGEST)}`;

const calendarSection = ({ calendar }: DigestResponse): Html =>
  html`${
    calendar.length === 0
      ? empty('Nothing is due in the curated calendar.')
      : html`<ul class="items">
          ${calendar.map(
            (event) =>
              html`<li>
                <p class="headline">${event.title}</p>
                <p class="meta">
                  <time datetime="${event.day}">${day(event.day)}</time
                  >${event.last_day !== event.day && html` to <time datetime="${event.last_day}">${day(event.last_day)}</time>`}
                  <span>${event.confidence} confidence</span>
                  ${event.entities.map((id) => entityLink(id))}
                </p>
              </li>`,
          )}
        </ul>`
  }${provenance('calendar', DIGEST)}`;

const STATE_WORDS: Readonly<Record<string, string>> = {
  ok: 'answer and bring news',
  quiet: 'instruments that answer and do not move',
  stale: 'answer, but bring nothing new or were not asked yet',
  down: 'failed at the last attempt',
  disabled: 'cannot be asked, for a stated reason',
};

const sourcesSection = ({ sources }: DigestResponse): Html =>
  html`${table(
    'Sources by state',
    ['State', { figure: 'Sources' }, 'Meaning'],
    Object.entries(sources?.states ?? {}).map(([state, n]) => [
      html`<a href="${addressOf('/v1/sources', { state })}">${spoken(state)}</a>`,
      count(n),
      STATE_WORDS[state] ?? '',
    ]),
  )}${provenance('sources', '/v1/sources')}`;
