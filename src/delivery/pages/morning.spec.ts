import type { Alert } from '../../surge/episode';
import { dayMarkdown, daySentence } from './day-page';
import { alertsToTell, marketsToRead, morningOf, type MorningRows } from './morning';
import type { ThenAndNow } from './market-pages.repository';
import { standingSite } from './site';
import { storiesSection } from './stories';

/** Figures have a no-break space before the unit. */
const plain = (words: string | null | undefined): string => (words ?? '').replaceAll('\u00A0', ' ');

const SITE = { demo: true, publicUrl: 'https://v.example', host: '127.0.0.1', port: 80, publisher: 'Vedette' };

const NOON = Date.UTC(2026, 4, 7, 12);
const HOUR = 3_600_000;

const alert = (id: string, cluster: string, openedAt = NOON): Alert =>
  ({
    id,
    cluster,
    opened_at: openedAt,
    window_start: openedAt,
    count: 12,
    families: 9,
    ratio: 40.4,
    baseline: { rate: 0.02 },
  }) as Alert;

const item = (id: string, family: string, lang: string | null, story: string | null = null) => ({
  id,
  title: `title <of> ${id}`,
  source: 's',
  source_type: 'news' as const,
  url: null,
  at: NOON,
  first_seen_at: NOON,
  lang,
  family,
  story,
});

const concerned = (ticker: string, items = 4) => ({
  exchange: 'kalshi',
  ticker,
  question: `${ticker}?`,
  items,
  relevance: 1,
  before: null,
  after: null,
});

const market = (ticker: string, more: Partial<ThenAndNow> = {}): ThenAndNow => ({
  exchange: 'kalshi',
  ticker,
  question: `${ticker}?`,
  theater: null,
  closes: null,
  outcome: null,
  price_then: 0.3,
  price_now: 0.4,
  said_then: null,
  said_now: null,
  ...more,
});

const move = (ticker: string, at: number) => ({ ...concerned(ticker), at, from: 0.2, to: 0.4 });

const rows = (more: Partial<MorningRows> = {}): MorningRows => ({
  episodes: [],
  clusters: [],
  moves: [],
  settled: [],
  surges: more.episodes?.length ?? 0,
  most: 4,
  ...more,
});

const episode = (tickers: readonly string[]) => ({
  alert: alert('1', 'country:china'),
  items: [item('a', 'f', 'en', 'x'), item('b', 'g', 'ar', 'x'), item('c', 'f', 'en')],
  markets: tickers.map((ticker) => concerned(ticker)),
});

describe('a morning', () => {
  it('lists each market once: with its surge, else as decided, else as moved', () => {
    const given = rows({
      episodes: [episode(['A'])],
      settled: [{ ...concerned('B'), at: NOON, outcome: 'YES', status: 'settled' }],
      moves: [move('A', NOON), move('B', NOON), move('C', NOON - HOUR), move('C', NOON)],
    });

    expect(marketsToRead(given)).toEqual([
      { exchange: 'kalshi', ticker: 'A', then: NOON },
      { exchange: 'kalshi', ticker: 'B', then: NOON - HOUR },
      { exchange: 'kalshi', ticker: 'C', then: NOON - HOUR - 1 },
    ]);
    const { stories, decided, moved } = morningOf(
      given,
      ['A', 'B', 'C'].map((ticker) => market(ticker)),
      NOON,
    );
    expect(stories.map(({ markets }) => markets.map(({ ticker }) => ticker))).toEqual([['A']]);
    expect(decided.map(({ market: { ticker } }) => ticker)).toEqual(['B']);
    expect(moved.map(({ ticker }) => ticker)).toEqual(['C']);
  });

  it('counts omitted moves, and lists the largest move of a market', () => {
    const given = rows({
      episodes: [episode(['A'])],
      surges: 5,
      most: 2,
      settled: ['B', 'D', 'E'].map((ticker) => ({ ...concerned(ticker), at: NOON, outcome: 'YES', status: 'settled' })),
      moves: [move('A', NOON), ...['F', 'G', 'F', 'H', 'B'].map((ticker) => move(ticker, NOON))],
    });
    const morning = morningOf(
      given,
      marketsToRead(given).map(({ ticker }) => market(ticker)),
      NOON,
    );

    expect(morning.decided.map(({ market: { ticker } }) => ticker)).toEqual(['B', 'D']);
    expect(morning.moved.map(({ ticker }) => ticker)).toEqual(['F', 'G']);
    expect(daySentence(morning)).toBe('5 surges (China and others), 3 prices moved, 3 markets decided.');
    const page = storiesSection(morning, standingSite(SITE).names, 'before').toString();
    expect(page).toContain('the largest 2 of 3');
    expect(page).toContain('the newest 2 of 3');
  });

  it('states how unusual a surge is, who reported, and the markets of another theatre', () => {
    const [story] = morningOf(rows({ episodes: [episode(['A'])] }), [market('A', { theater: 'taiwan' })], NOON).stories;

    expect(story).toMatchObject({
      title: 'China, with markets on Taiwan',
      unusual: '12 reports by 9 publishers within five minutes, 40 times the usual; a usual day brings 6.',
      others: 'By now 3 reports by 2 publishers, in Arabic and English; 1 is a copy of another.',
      first: { id: 'a' },
      odd: null,
    });
  });

  it('lists clusters that grew slowly after the surges, compared with a usual day', () => {
    const cluster = {
      ...{ parties: ['iran', 'israel'], act: 'air_strike', start: NOON, names: ['Iran', 'Israel'], usual: 13.6 },
      ...{ items: [item('a', 'f', 'en'), item('b', 'g', 'en'), item('c', 'h', 'fa')], markets: [concerned('B')] },
    };
    const given = rows({ episodes: [episode(['A'])], clusters: [cluster], moves: [move('B', NOON)] });
    const morning = morningOf(given, [market('A'), market('B')], NOON);

    expect(morning.stories[1]).toMatchObject({
      title: 'Iran and Israel: air strike',
      path: '/log?entity=iran&entity=israel&since=2026-05-07T12%3A00%3A00.000000Z&until=2026-05-08T00%3A00%3A00.000000Z',
      unusual: '3 reports by 3 publishers between 12:00 and 00:00 UTC, without a surge; a usual day brings 14 on Iran.',
      others: 'They are in English and Persian; no copies among them.',
      markets: [{ ticker: 'B' }],
    });
    expect(marketsToRead(given)).toContainEqual({ exchange: 'kalshi', ticker: 'B', then: NOON });
    expect(daySentence(morning)).toBe('1 surge (China), 1 story without a surge (Iran and Israel: air strike).');
  });

  it('does not count how often the usual goes into a surge where next to nothing is usual', () => {
    const one = episode(['A']);
    const loud = { ...one, alert: { ...one.alert, ratio: 798.4 } };

    expect(morningOf(rows({ episodes: [loud] }), [], NOON).stories[0]?.unusual).toContain(
      'within five minutes, over a hundred times the usual;',
    );
  });

  it('names a price that fell although reports bear on its market', () => {
    const read = [market('A', { price_then: 0.4, price_now: 0.31 })];

    expect(plain(morningOf(rows({ episodes: [episode(['A'])] }), read, NOON).stories[0]?.odd)).toBe(
      'Odd: 4 reports bear on “A?”, and its price fell from 40 % to 31 %.',
    );
  });

  it.each([
    ['YES', 0.8, 0.7, 'YES. An hour before: market 80 %, model 70 %; both on the right side.'],
    ['NO', 0.8, 0.3, 'NO. An hour before: market 80 %, model 30 %; only the model on the right side.'],
    ['NO', 0.2, 0.7, 'NO. An hour before: market 20 %, model 70 %; only the market on the right side.'],
    ['YES', 0.2, null, 'YES. An hour before: market 20 %.'],
    ['void', 0.2, 0.7, 'declared void. An hour before: market 20 %, model 70 %.'],
  ])('names who was right: %s, %s, %s', (outcome, price, said, words) => {
    const settled = [{ ...concerned('B'), at: NOON, outcome, status: 'settled' }];
    const said_then = said === null ? null : { probability_yes: said, made_at: '2026-05-07T10:00:00.000000Z' };
    const read = [market('B', { outcome, price_then: price, said_then })];

    expect(plain(morningOf(rows({ settled }), read, NOON).decided[0]?.words)).toBe(words);
  });

  it('lists one surge a place, the newest, and none from before', () => {
    const listed = [alert('3', 'country:china'), alert('2', 'country:china'), alert('1', 'country:iran', NOON - HOUR)];

    const read = (since: number) =>
      alertsToTell(
        listed.map((one) => ({ alert: one, items: [], evidence: 0 })),
        since,
      );
    expect([read(NOON - HOUR), read(NOON)]).toEqual([['3', '1'], ['3']]);
  });

  it('is text without markup of others', () => {
    const site = standingSite(SITE);
    const morning = morningOf(rows({ episodes: [episode(['A'])] }), [market('A', { question: 'A [b](c) <i>?' })], NOON);
    const text = plain(
      dayMarkdown({ site, date: '2026-05-07', morning, over: true, isFirst: false }, 'https://v.example'),
    );

    expect(daySentence(morning)).toBe('1 surge (China).');
    expect(text).toContain('Synthetic demo');
    expect(text).toContain('First: title \\<of\\> a.');
    expect(text).toContain('- [A \\[b\\](c) \\<i\\>?](https://v.example/markets/kalshi/A): price 30 % → 40 %');
  });
});
