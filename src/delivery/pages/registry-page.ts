import { html, type Html } from '../../platform/common/html';
import { DAY_MS } from '../../platform/common/durations';
import type { OutsideClock } from '../../registry/clocks/outside-clock';
import type { ChainEntryResponse } from '../../registry/registry.dto';
import { renderPage } from './layout';
import { clocksSection, seenBy } from './outside-words';
import type { Site } from './site';
import { empty, folded, key, swatch, table } from './elements';
import { count, counted, day, none, time } from './figures';
import { outward, seeAlso } from './links';

type SealedDay = Pick<ChainEntryResponse, 'date' | 'n_records' | 'anchored_at' | 'wayback_url'>;

interface RegistryPageData {
  readonly site: Site;
  readonly days: readonly SealedDay[];
  /** Entries of the log up to the last sealed day. */
  readonly size: number;
  readonly clocks: readonly OutsideClock[];
  readonly copiesOff: string | null;
}

const INDEX = '/api/registry/index.json';
const DAYS_SHOWN = 60;

export const registryPage = (data: RegistryPageData): string => {
  const { site, days, size, clocks, copiesOff } = data;
  const copied = days.filter(({ wayback_url: copy }) => copy !== null).length;
  const seen = seenBy(clocks);
  const sentence = `${counted(size, 'entry', 'entries')} in ${counted(days.length, 'sealed day')}${seen === null ? '' : `, seen by ${seen}`}`;
  return renderPage({
    title: 'The log of forecasts',
    description: `${sentence}. Every forecast is written into a log that can only grow, before its outcome is known.`,
    path: '/registry',
    section: '/receipts',
    json: INDEX,
    site,
    body: html`<p class="crumbs"><a href="/receipts">Track record</a> › The log of forecasts</p>
      <h1>${days.length === 0 ? 'No day is sealed yet' : sentence}</h1>
      <p class="lede">
        Each forecast is an entry of a log that can only grow. After midnight (UTC) a day is sealed: its hash goes into
        a chain, so that no entry can be changed later without everyone seeing it. Witnesses, time-stamping authorities
        and copies in the web archive prove the time to those who do not trust us.
      </p>
      <p class="${copiesOff === null ? '' : 'notice'}">
        ${copiesWords(copied, days.length, copiesOff, site.demo)}
        ${seen === null && days.length > 0 && 'The times below are this deployment’s own word.'}
      </p>
      ${days.length === 0 ? empty('The first day is sealed after the next midnight (UTC).') : squares(days)}
      ${clocksSection(clocks, site.demo)} ${days.length > 0 && list(days)}
      ${seeAlso(['/about#receipts', 'How it is made'], [INDEX, 'the chain (JSON)'], ['/api/registry/checkpoint', 'signed head (text)'], ['/about#key', 'the key'], ['/verify', 'check an entry'])}`,
  });
};

export const copiesWords = (copied: number, days: number, off: string | null, demo: boolean): string => {
  if (demo) return 'The web archive of this demo is as invented as its markets: its copies prove nothing.';
  const none = off === null ? 'No day has a copy in the web archive yet.' : '';
  const all = days === 1 ? 'The day is' : 'All days are';
  const some = `${counted(copied, 'day')} of them ${copied === 1 ? 'is' : 'are'}`;
  const now = copied === 0 ? none : `${copied === days ? all : some} copied to the web archive.`;
  return `${now}${off === null ? '' : ` No copies are asked for now: ${off}.`}`.trimStart();
};

const DAY_STATES = { ok: 'sealed and copied to the web archive', stale: 'sealed', down: 'missing' } as const;

/** A square per day with its number of records; days missing from the chain are marked. */
const squares = (days: readonly SealedDay[]): Html => {
  const byDate = new Map(days.map((one) => [one.date, one]));
  const first = Date.parse(days[0]?.date ?? '');
  const last = Date.parse(days.at(-1)?.date ?? '');
  const all = Array.from({ length: (last - first) / DAY_MS + 1 }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  ).slice(-DAYS_SHOWN);
  const states = new Set<keyof typeof DAY_STATES>();
  return html`<ul class="log-days">
      ${all.map((date) => {
        const one = byDate.get(date);
        const state = one === undefined ? 'down' : one.wayback_url === null ? 'stale' : 'ok';
        states.add(state);
        const words = DAY_STATES[state];
        const shown = html`<small>${day(date).slice(0, -5)}</small
          >${one === undefined ? '?' : count(one.n_records)}<span class="unseen">
            ${one === undefined ? '' : 'entries, '}${words}</span
          >`;
        return html`<li class="state-${state}">
          ${one === undefined ? html`<span>${shown}</span>` : html`<a href="/registry/${date}" title="${words}">${shown}</a>`}
        </li>`;
      })}
    </ul>
    ${key(
      'entries of each day:',
      [...states].map((state) => swatch(`state-${state}`, DAY_STATES[state])),
    )}`;
};

const list = (days: readonly SealedDay[]): Html =>
  folded(
    'When each day was sealed, and its copies',
    table('Sealed days, newest first', [...days].reverse().slice(0, DAYS_SHOWN), [
      ['Day', ({ date }) => html`<a href="/registry/${date}">${day(date)}</a>`],
      [{ figure: 'Entries' }, ({ n_records: records }) => count(records)],
      ['Sealed', ({ anchored_at: at }) => time(at)],
      ['Copy', ({ wayback_url: copy }) => (copy === null ? none('no copy') : outward(copy, 'web archive ↗'))],
    ]),
  );
