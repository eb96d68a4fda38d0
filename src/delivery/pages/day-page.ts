import { marketPath } from '../../markets/market-key';
import { html, type Html } from '../../platform/common/html';
import { DAY_MS } from '../../platform/common/durations';
import { utcDate } from '../../platform/common/utc-time';
import { actsSentence } from './gloss';
import { renderPage } from './layout';
import type { Morning } from './morning';
import type { ThenAndNow } from './market-pages.repository';
import type { Site } from './site';
import { storiesSection } from './stories';
import { counted, day, percentText } from './figures';

export interface DayPageData {
  readonly site: Site;
  /** UTC day, `2026-11-25`. */
  readonly date: string;
  readonly morning: Morning;
  /** Whether the day is over, so that its page no longer changes. */
  readonly over: boolean;
  readonly isFirst: boolean;
}

export const dayPath = (date: string): string => `/day/${date}`;

/** @param days 1 for the next day, -1 for the previous */
export const dayBeside = (date: string, days: number): string => utcDate((Date.parse(date) + days * DAY_MS) * 1000);

export const daySentence = ({ stories, totals: { stories: surges, moved, decided } }: Morning): string => {
  const titles = (surge: boolean): string[] =>
    stories.filter((story) => story.surge === surge).map(({ title }) => title);
  const [told, slower] = [titles(true), titles(false)];
  const parts = [
    ...(told.length > 0
      ? [`${counted(surges, 'surge')} (${told.join('; ')}${surges > told.length ? ' and others' : ''})`]
      : []),
    ...(slower.length > 0
      ? [`${counted(slower.length, 'story', 'stories')} without a surge (${slower.join('; ')})`]
      : []),
    ...(moved > 0 ? [`${counted(moved, 'price')} moved`] : []),
    ...(decided > 0 ? [`${counted(decided, 'market')} decided`] : []),
  ];
  return parts.length === 0 ? 'Nothing unusual.' : `${parts.join(', ')}.`;
};

export const dayPage = ({ site, date, morning, over, isFirst }: DayPageData): string =>
  renderPage({
    title: `Vedette, ${day(date)}`,
    description: daySentence(morning),
    path: dayPath(date),
    section: '/',
    ...(over ? { cite: { made: date } } : {}),
    site,
    body: html`<p class="crumbs"><a href="/">Today</a> › ${day(date)}</p>
      <h1>${day(date)}</h1>
      <p class="lede">
        ${daySentence(morning)}
        ${over ? 'Prices and forecasts are those of the end of the day, UTC, and so are their ages.' : 'The day is not over.'}
      </p>
      ${neighbours(date, { over, isFirst })}
      <h2 class="unseen">What happened</h2>
      ${storiesSection(morning, site.names, over ? 'before' : 'ago')}
      <p class="provenance">
        <a href="${dayPath(date)}.md">The same (text)</a> · <a href="/days.atom">Follow the days (Atom)</a> ·
        <a href="/registry/${date}">What was recorded on this day</a>
        ${over && html` · <a href="/case/day/${date}.html" download>The whole day as one file</a>`}
      </p>`,
  });

const neighbours = (date: string, { over, isFirst }: Pick<DayPageData, 'over' | 'isFirst'>): Html =>
  html`<nav class="segments" aria-label="Days">
    <ul>
      ${!isFirst && html`<li><a rel="prev" href="${dayPath(dayBeside(date, -1))}">The day before</a></li>`}
      ${over && html`<li><a rel="next" href="${dayPath(dayBeside(date, 1))}">The day after</a></li>`}
    </ul>
  </nav>`;

/** Markdown, for a mail or a note. @param base public address without a trailing slash */
export const dayMarkdown = ({ date, morning, site }: DayPageData, base: string): string => {
  const marketOf = (market: ThenAndNow): string => `[${escaped(market.question)}](${base}${marketPath(market)})`;
  const share = (value: number | null | undefined): string =>
    value === null || value === undefined ? 'none' : percentText(value);
  const moved = (markets: Morning['moved']): string[] =>
    markets.map(
      (market) =>
        `- ${marketOf(market)}: price ${share(market.price_then)} → ${share(market.price_now)}, model ${share(market.said_then?.probability_yes)} → ${share(market.said_now?.probability_yes)}`,
    );
  return `${[
    `# Vedette, ${day(date)}`,
    ...(site.demo ? ['Synthetic demo: everything here is invented.'] : []),
    daySentence(morning),
    ...morning.stories.flatMap(({ title, path, unusual, first, reports, others, odd, markets }) => [
      `## [${escaped(title)}](${base}${path})`,
      [
        unusual,
        ...(first === null ? [] : [`First: ${escaped(first.title)}.`]),
        others ?? '',
        actsSentence(reports, site.names) ?? '',
        odd ?? '',
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
      moved(markets).join('\n'),
    ]),
    ...(morning.moved.length > 0 ? ['## Prices that moved without a surge', moved(morning.moved).join('\n')] : []),
    ...(morning.decided.length > 0
      ? ['## Decided', morning.decided.map(({ market, words }) => `- ${marketOf(market)}: ${words}`).join('\n')]
      : []),
    `${base}${dayPath(date)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
};

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|!]/g, '\\$&').replace(/\s+/g, ' ');
