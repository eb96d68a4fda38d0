import { groupBy } from '../../platform/common/group-by';
import { html, type Html, type HtmlValue } from '../../platform/common/html';
import type { SilenceResponse } from '../../digest/digest.dto';
import type { SourceResponse } from '../../ingestion/sources.dto';
import { heatStrip } from './charts/heat-strip';
import { UNUSUAL_NAMES } from './charts/unusual';
import { renderPage } from './layout';
import type { SourceDays } from './graph-pages.repository';
import type { Site } from './site';
import { silenceSentences } from './today-words';
import { key, notice, section, swatch, table } from './elements';
import { count, counted, none, sum, time } from './figures';
import { seeAlso } from './links';
import { kindName, languageName, measures } from './names';

interface SourcesPageData {
  readonly site: Site;
  readonly sources: readonly SourceResponse[];
  readonly silences: readonly SilenceResponse[];
  readonly days: readonly SourceDays[];
}

export const SOURCE_DAYS = 35;

const JSON_PATH = '/v1/sources';
const ORDER = ['down', 'disabled', 'unproven', 'stale', 'quiet', 'ok'];
const FAILING = ['down', 'disabled', 'unproven'];
const USUAL_DAYS_MIN = 7;

export const SOURCE_STATES: Readonly<Record<string, string>> = {
  ok: 'brings news',
  quiet: 'nothing moved',
  stale: 'nothing new',
  unproven: 'not answered yet',
  down: 'failed',
  disabled: 'off',
};

export const sourcesPage = (data: SourcesPageData): string => {
  const { site, sources } = data;
  const failing = sources.filter(({ state }) => FAILING.includes(state));
  const working = sources.filter(({ state }) => !FAILING.includes(state));
  const title = `${working.length} of ${counted(sources.length, 'source')} are working`;
  const silent = silenceSentences(data.silences);
  return renderPage({
    title: 'Sources',
    description: `${title}. ${silent.join(' ')}`,
    path: '/sources',
    section: '/about',
    json: JSON_PATH,
    site,
    body: html`<h1>${title}</h1>
      <p class="lede">
        Each is asked every ten minutes, on its own: one that fails delays no other.
        <a href="/status">How the last update went</a>
      </p>
      ${silent.map((sentence) => notice(sentence))}
      ${key(...UNUSUAL_NAMES.map((name, step) => swatch(`unusual-${step}`, name)), 'a square a day, against the source’s own days before')}
      <p class="key">
        Days on which no source brought anything, as before Vedette ran, are empty and make nothing usual.
      </p>
      <div class="sources">
        ${failing.length > 0 && group('silent', 'Not working', failing, data)}
        ${byLanguage(working, langOf).map(([lang, own]) => group(`lang-${lang}`, lang === '' ? 'No language, or several' : languageName(lang), own, data))}
      </div>
      ${seeAlso(['/about#sources', 'What the states mean'], [JSON_PATH, 'JSON'])}`,
  });
};

/** Sources by language, most of them first, those without a language (an empty one) last. */
export const byLanguage = <S>(sources: readonly S[], langOf: (source: S) => string): [string, S[]][] =>
  [...groupBy(sources, langOf)].sort(
    ([a, one], [b, other]) => Number(a === '') - Number(b === '') || other.length - one.length || (a < b ? -1 : 1),
  );

const langOf = ({ source_type: type, lang }: SourceResponse): string => (measures(type) ? '' : (lang ?? ''));

const group = (id: string, name: string, sources: readonly SourceResponse[], { site, days }: SourcesPageData): Html => {
  const running = daysRun(days);
  const ranked = sources
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.name < b.name ? -1 : 1))
    .map((source) => {
      const own = days.find((one) => one.source === source.id);
      return { source, own, items: sum(own?.items ?? []), copies: sum(own?.copies ?? []) };
    });
  return section(
    id,
    html`${name} <small>${sources.length}</small>`,
    table(`Sources: ${name}`, ranked, [
      [
        { title: 'Source' },
        ({ source: { id } }) =>
          html`<span id="${id}"><a href="/sources/${encodeURIComponent(id)}">${site.names.source(id)}</a></span>`,
      ],
      ['State', ({ source }) => state(source)],
      [
        { words: 'Kind', wide: true },
        ({ source: { source_type: type } }) => (type === null ? 'Prices' : kindName(type)),
      ],
      [{ figure: '24 h' }, ({ source }) => count(source.items_24h)],
      [`Last ${SOURCE_DAYS} days`, ({ own }) => strip(own, running)],
      [{ figure: 'First', wide: true }, ({ items, copies }) => count(items - copies)],
      [{ figure: 'Copies', wide: true }, ({ copies }) => count(copies)],
      [
        { words: 'Newest report', wide: true },
        ({ source, items }) => (items === 0 ? none('none of its own') : time(source.newest_item_at)),
      ],
    ]),
  );
};

/** Days with items from any source; on the others the service did not run. */
const daysRun = (days: readonly SourceDays[]): boolean[] =>
  Array.from({ length: SOURCE_DAYS }, (_, day) => days.some(({ items }) => (items[day] ?? 0) > 0));

const strip = (days: SourceDays | undefined, running: readonly boolean[]): HtmlValue => {
  if (days === undefined || sum(days.items) === 0) return none(`nothing in ${SOURCE_DAYS} days`);
  const first = days.items.findIndex((n) => n > 0);
  const before = days.items.filter((_, day) => running[day] && day >= first && day < SOURCE_DAYS - 1);
  const usual = before.length < USUAL_DAYS_MIN ? null : sum(before) / before.length;
  return html`${heatStrip(days.items.map((n) => ({ count: n, usual })))}<span class="unseen"
      >${count(sum(days.items))} in ${SOURCE_DAYS} days</span
    >`;
};

const state = (source: SourceResponse): HtmlValue =>
  html`<span class="number">${sourceState(source)}</span
    >${FAILING.includes(source.state) && source.reason !== null && html`<br /><small>${source.reason}</small>`}`;

const sourceState = ({ state: name, items_24h: items }: SourceResponse): Html =>
  html`<span class="swatch state-${name}"></span
    >${name === 'ok' && items === 0 ? 'works' : (SOURCE_STATES[name] ?? name)}`;
