import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { SourceDetailResponse, ScoreCardResponse } from '../../lead-time/source-detail.dto';
import { bars } from './charts/bars';
import { itemList, type ListedItem } from './items-list';
import { renderPage } from './layout';
import type { SourceDays } from './graph-pages.repository';
import type { Site } from './site';
import { SOURCE_DAYS } from './sources-page';
import { empty, joined, section, table } from './elements';
import { count, counted, duration, none, sum, time } from './figures';
import { graphLink, outward, provenance } from './links';
import { capital, foreign, kindName, languageName, measures } from './names';

interface SourcePageData {
  readonly site: Site;
  readonly source: SourceDetailResponse;
  /** Items per day over {@link SOURCE_DAYS} days, oldest first. */
  readonly days: SourceDays;
  readonly sisters: readonly string[];
  readonly items: readonly ListedItem[];
  readonly browser: string | null;
}

export const sourcePage = (data: SourcePageData): string => {
  const { site, source, sisters, items } = data;
  const name = site.names.source(source.id);
  const json = `/v1/sources/${encodeURIComponent(source.id)}`;
  const total = sum(data.days.items);
  return renderPage({
    title: name,
    description: `${name}: ${kindOf(source)}, ${counted(source.items_24h, 'report')} in the last 24 hours, ${total} in ${SOURCE_DAYS} days.`,
    path: `/sources/${encodeURIComponent(source.id)}`,
    section: '/about',
    json,
    site,
    body: html`<p class="crumbs">
        <a href="/sources">Sources</a
        >${source.url !== null && html` · ${outward(source.url, 'Its address ↗')}`}${data.browser !== null && html` · ${graphLink(data.browser)}`}
      </p>
      <h1 dir="auto">${name}</h1>
      <p class="lede">
        ${capital(kindOf(source))}. ${counted(source.items_24h, 'report')} in the last 24 hours, ${count(total)} in
        ${SOURCE_DAYS} days.
        ${source.newest_item_at === null ? 'None has come yet.' : html`The newest is from ${time(source.newest_item_at)}.`}
      </p>
      <p>${stateSentence(source)}</p>
      ${sisters.length > 0 && html`<p>Of the same publisher, and so one witness with it: ${sourceLinks(sisters, site)}.</p>`}
      ${section('days', 'Reports a day', total === 0 ? empty(`Nothing came in ${SOURCE_DAYS} days.`) : daysFigure(data.days))}
      ${section('worth', 'What it was worth', [worth(source.score_cards), provenance('lead-time', json)])}
      ${section('newest', 'Newest reports', items.length === 0 ? empty('None in the last 24 hours.') : itemList(items, site.names))}`,
  });
};

export const sourceLink = (id: string, { names }: Pick<Site, 'names'>): Html => {
  const name = foreign(names.source(id), null);
  return names.isRead(id) ? html`<a href="/sources/${encodeURIComponent(id)}">${name}</a>` : name;
};

export const sourceLinks = (ids: readonly string[], site: Pick<Site, 'names'>): HtmlValue =>
  joined(ids, ', ', (id) => sourceLink(id, site));

const kindOf = ({ source_type: type, lang }: SourceDetailResponse): string =>
  `${type === null ? 'prices and settlements' : kindName(type).toLowerCase()}${lang === null || measures(type) ? '' : ` in ${languageName(lang)}`}`;

const STATES: Readonly<Record<SourceDetailResponse['state'], string>> = {
  ok: 'It brings news',
  quiet: 'It answers, and nothing has moved',
  stale: 'It answers with nothing new',
  unproven: 'has not answered yet, at an address read in documents only',
  down: 'It fails',
  disabled: 'It is switched off',
};

const stateSentence = (source: SourceDetailResponse): Html => {
  const { reason, last_success_at: at, failures, next_try_at: next } = source;
  return html`<span class="swatch state-${source.state}"></span
    >${source.state === 'ok' && source.items_24h === 0 ? 'It works' : STATES[source.state]}${reason !== null && html` (${reason})`}.
    ${failedWords(at, failures)} ${next !== null && html`It is not asked again before ${time(next)}.`}`;
};

/** `Failed 21 times, never worked.` */
const failedWords = (lastSuccess: string | null, failures: number): HtmlValue => {
  const failed = failures > 0 && `Failed ${counted(failures, 'time')}`;
  if (lastSuccess === null) return failed === false ? 'Never asked.' : `${failed}, never worked.`;
  return html`It last worked at ${time(lastSuccess)}.${failed !== false && ` ${failed} since.`}`;
};

const daysFigure = ({ items, copies }: SourceDays): Html => {
  const most = Math.max(...items);
  return html`<figure class="source-days">
    ${bars(items, most)}
    <figcaption>
      The last ${SOURCE_DAYS} days, today at the right; the highest bar is ${counted(most, 'report')}.
      ${sum(copies) === 0 ? 'None repeated' : `${count(sum(copies))} of ${count(sum(items))} repeated`} what another
      source had told.
    </figcaption>
  </figure>`;
};

const worth = (cards: readonly ScoreCardResponse[]): Html =>
  cards.every(({ items }) => items === 0)
    ? empty('Nothing came in 90 days, so there is nothing to judge it by.')
    : html`${table('Score-card', cards, [
          [{ title: 'Span' }, (card) => `${card.days} days`],
          [{ figure: 'First' }, (card) => count(card.first_reports)],
          [{ figure: 'Copies' }, (card) => count(card.copies)],
          [{ figure: 'Silent days' }, (card) => `${card.silent_days} of ${card.watched_days}`],
          [{ figure: 'Arrives after' }, (card) => spanOf(card.mean_delay_seconds)],
          [
            { figure: 'Spoke before a move' },
            (card) => (card.moves === 0 ? none('no move') : `${card.moves_preceded} of ${card.moves}`),
          ],
          [{ figure: 'Usually before it by', wide: true }, (card) => spanOf(card.median_lead_seconds)],
        ])}
        <p>
          A move is a price that changed by five points or more; the source spoke before it when a report of it was
          evidence for the market in the six hours before. That it came first does not make it the cause.
        </p>`;

const spanOf = (seconds: number | null): HtmlValue => (seconds === null ? none('none') : duration(seconds * 1_000));
