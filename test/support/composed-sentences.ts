/**
 * The sentences that the service composes of figures (digest, surges, stories of a day, why market and model differ,
 * how two contracts differ, texts for agents), each with the answers of the API that it is composed of.
 */
import { load } from 'cheerio';
import { once } from '../../src/platform/common/group-by';
import { TOOLS } from '../../src/delivery/mcp/tools';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { loadCalendar } from '../../src/ingestion/calendar/calendar-files.provider';
import { upcomingEvents } from '../../src/ingestion/calendar/due-events';
import { unsupportedIn } from '../../src/forecasting/unsupported';
import { feeUsd } from '../../src/markets/taker-fee';

type Json = Readonly<Record<string, any>>;

export interface Composed {
  readonly kind: string;
  readonly address: string;
  readonly text: string;
  readonly rows: unknown;
  /** Figures that are computed of the rows, computed here once more. */
  readonly derived: readonly number[];
}

/** The same with other figures; null without a figure of two digits and more. */
export const withOtherFigures = (one: Composed): Composed | null => {
  const text = one.text.replace(/(?<![\d:,.-])\d{2,}(?![\d:,.-])/g, (figure) => String(Number(figure) * 3 + 7));
  return text === one.text ? null : { ...one, text };
};

/** Names, numbers and dates of a sentence that its rows do not hold, by the function that reads a model's reasons. */
export const notInRows = ({ text, rows, derived }: Composed): readonly string[] => {
  const held = JSON.stringify(rows);
  // The seconds of an instant would be read as a figure: it is held against the rows whole.
  const words = wordsOf(text).replace(INSTANT, (instant) => (held.includes(`"${instant}"`) ? '' : instant));
  return unsupportedIn(words, shownOf(rows), derived, (one) => loadEvidenceRule().namesIn(one));
};

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g;

/** Figures without thin spaces; addresses say nothing. */
const wordsOf = (text: string): string => text.replaceAll('\u202F', '').replace(/https?:\/\/\S+/g, '');

/** Members that no sentence is composed of: their digits would excuse any figure. */
const ASIDE = /^(?:id|url|page|path|story|cursor|sha256|bundle_sha256|response_sha256|intl?_.*)$/;

/** Instants without seconds; languages and slugs also in words. */
const shownOf = (rows: unknown): string => {
  const text = JSON.stringify(rows, (name, value: unknown) => {
    if (ASIDE.test(name)) return undefined;
    if (name === 'lang' && typeof value === 'string') return LANGUAGES.of(value);
    if (name === 'languages' && Array.isArray(value)) return value.map((code: string) => LANGUAGES.of(code));
    return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\d\.\d{6}Z$/, '$1Z') : value;
  });
  return `${text} ${text.replace(/(?<=\p{L})[_-](?=\p{L})/gu, ' ')} UTC USD OSINT Forecasters`;
};

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

const WINDOWS_A_DAY = 288;
/** As far ahead as a page names what is due. */
const CALENDAR_DAYS = 400;
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** @param get asks the service for an address */
export const composedSentences = async (get: (address: string) => Promise<Response>): Promise<Composed[]> => {
  const kept = new Map<string, Promise<unknown>>();
  const json = <T = Json>(address: string): Promise<T> =>
    once(kept, address, () => get(address).then((answer) => (answer.ok ? answer.json() : null))) as Promise<T>;
  const page = async (address: string): Promise<ReturnType<typeof load> | null> => {
    const answer = await get(address);
    return answer.ok ? load(await answer.text()) : null;
  };
  const found: Composed[] = [];
  const tell = (kind: string, address: string, text: string, rows: unknown, derived: readonly number[] = []): void => {
    if (oneLine(text) !== '') found.push({ kind, address, text: oneLine(text), rows, derived });
  };

  const marketRows = async (key: string): Promise<unknown> => {
    const [detail, moves, predictions, quotes, confluence] = await Promise.all([
      json(`/v1/markets/${key}`),
      json(`/v1/markets/${key}/moves?limit=100`),
      json(`/v1/markets/${key}/predictions?limit=100`),
      json(`/v1/markets/${key}/quotes?limit=500`),
      json(`/v1/ontology/confluence/${key}`),
    ]);
    return { detail, moves, predictions, quotes, confluence };
  };

  /** All pages of a list. */
  const listed = async (address: string): Promise<Json[]> => {
    const rows: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await get(`${address}${address.includes('?') ? '&' : '?'}limit=100${next}`);
      rows.push(...((await answer.json()) as Json[]));
      cursor = /cursor=([^&>]+)[^>]*>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    return rows;
  };
  const names = new Map((await listed('/v1/sources')).map(({ id, name }) => [id, name] as const));

  /** The answers of the API behind a page that a sentence links to. */
  const rowsBehind = async (path: string): Promise<{ rows: unknown; reports: readonly Json[]; derived: number[] }> => {
    const { pathname, search } = new URL(path, 'http://service');
    const [, kind = '', ...rest] = pathname.split('/');
    if (kind === 'alerts') {
      const alert = await json(`/v1/ontology/alerts/${rest[0]}`);
      const told = (alert['items'] as Json[]).map((one) => names.get(one['source']));
      return { rows: { alert, told }, reports: alert['items'], derived: usualDayOf(alert['baseline']) };
    }
    if (kind === 'markets') return { rows: await marketRows(rest.join('/')), reports: [], derived: [] };
    if (kind === 'log' && search === '')
      return { rows: await json(`/v1/ontology/events/${rest[0]}`), reports: [], derived: [] };
    const reports = await listed(`/v1/ontology/events${search}`);
    // A title names a party by a town of it too, the tags of its item only the town.
    const all = await listed(`/v1/ontology/events${search.replace(/entity=[^&]*&/g, '')}`);
    const told = all.map((one) => ({ ...one, name: names.get(one['source']) }));
    return { rows: { search, told }, reports, derived: [] };
  };

  const digest = await json('/v1/ontology/digest');
  const now = Date.parse(digest['computed_at']);
  const week = await json(`/v1/ontology/digest?since=${new Date(now - 7 * 86_400_000).toISOString()}`);
  for (const { title, detail, path } of [...digest['changes'], ...week['changes']] as Json[])
    tell('change', path, `${title}. ${detail ?? ''}`, (await rowsBehind(path)).rows);

  const open = await json<Json[]>('/v1/markets?status=open&sort=gap&limit=100');
  const analysis = await json('/api/track-record/analysis.json');
  const record = await json('/api/track-record.json');
  const stories = async (address: string, around: unknown): Promise<void> => {
    const $ = await page(address);
    if ($ === null) return;
    $('.unseen, svg, script, time.said').remove();
    const lede = [
      $('h1').text(),
      ...$('.lede, .lede ~ .notice')
        .toArray()
        .map((one) => $(one).text()),
    ].join('. ');
    tell(address.startsWith('/day') ? 'day' : 'today', address, lede, around, derivedOf(digest, open));
    for (const article of $('article.story').toArray()) {
      const path = $(article).find('h3 a').attr('href');
      if (path === undefined) {
        for (const line of $(article).find('li').toArray()) {
          const market = $(line).find('a').attr('href') ?? '';
          tell('decision', address, $(line).text(), (await rowsBehind(market)).rows);
        }
        continue;
      }
      const { rows, reports, derived } = await rowsBehind(path);
      const markets = $(article)
        .find('table a')
        .toArray()
        .map((link) => $(link).attr('href') ?? '');
      const beside = await Promise.all(markets.map(async (market) => (await rowsBehind(market)).rows));
      const text = [
        $(article).find('h3').text(),
        ...$(article)
          .find('p')
          .toArray()
          .map((one) => $(one).text()),
      ].join('. ');
      tell('story', path, text, { rows, beside, places: digest['places'] }, [...derived, ...countsOf(reports)]);
    }
  };
  const front = { digest, open, analysis, record };
  for (const span of ['', '?since=6h', '?since=24h', '?since=7d']) await stories(`/${span}`, front);
  const chain = await json<Json[]>('/api/registry/index.json');
  for (const { date } of chain.slice(-10)) {
    const episodes = await json<Json[]>('/v1/ontology/alerts?limit=100');
    await stories(`/day/${date}`, {
      date,
      episodes,
      open,
      settled: await json('/v1/markets?status=settled&limit=100'),
    });
  }

  for (const { id } of await json<Json[]>('/v1/ontology/alerts?limit=30')) {
    const address = `/alerts/${id}`;
    const $ = await page(address);
    if ($ === null) continue;
    const { rows, derived, reports } = await rowsBehind(address);
    const before = await json('/v1/ontology/alerts?limit=100');
    tell('surge', address, `${$('h1').text()}. ${$('.lede').text()} ${$('.lede + p').text()}`, { rows, before }, [
      ...derived,
      ...countsOf(reports),
    ]);
    const stix = (await json(`/v1/ontology/alerts/${id}?format=stix`))['objects'] as Json[];
    for (const { type, name, description } of stix)
      if (type === 'grouping') tell('surge in STIX', address, `${name}. ${description}`, rows, derived);
  }
  const feed = await json('/v1/ontology/alerts.feed.json');
  for (const { title, url } of feed['items'] as Json[])
    tell('surge in a feed', url, title, await json('/v1/ontology/alerts?limit=100'));

  const calendar = upcomingEvents(loadCalendar(), now, CALENDAR_DAYS);
  for (const market of open) {
    const key = `${market['exchange']}/${encodeURIComponent(market['ticker'])}`;
    const $ = await page(`/markets/${key}`);
    if ($ === null) continue;
    const rows = await marketRows(key);
    const about = { rows, analysis, record, calendar };
    const address = `/markets/${key}`;
    const figures = derivedOfMarket(market);
    tell(
      'difference',
      address,
      `${$('#why').text().replace(' points', ' in points')} ${$('#why ~ .columns svg desc').text()}`,
      about,
      figures,
    );
    tell('reliability', address, $('#good ~ p').text(), about, figures);
    const movers = $('#movers ~ dl dd')
      .toArray()
      .map((one) => $(one).text());
    tell('movers', address, movers.join('. '), about, figures);
    for (const row of $('#same ~ .scroll tr, #same ~ div tr').toArray()) {
      const twin = $(row).find('a').attr('href');
      const text = $(row).find('small').text();
      if (twin === undefined || text === '') continue;
      const other = (await rowsBehind(twin)).rows as Json;
      tell(
        'twin',
        address,
        text,
        { market: (rows as Json)['detail'], other: other['detail'] },
        [(rows as Json)['detail'], other['detail']].map(feeOf),
      );
    }
  }

  const [first = {}] = open;
  const { exchange, ticker } = first;
  const [receipt] = await json<Json[]>('/api/receipts?limit=1');
  const [said] = (await json<Json[]>('/v1/predictions?limit=50')).filter(({ record }) => record !== null);
  const given: Readonly<Record<string, string>> = {
    resolve_text: '?text=Iran+and+Israel+talk+in+Muscat',
    path: '?from=iran&to=hezbollah',
  };
  const words: Json = {
    id: 'iran',
    exchange,
    ticker,
    trade_id: receipt?.['trade_id'],
    sha256: said?.['record']?.['sha256'],
  };
  for (const { name, path, twin } of TOOLS) {
    const address = `${path.replace(/\{(\w+)\}/g, (_, word: string) => String(words[word]))}${given[name] ?? ''}`;
    const data = await json(address);
    tell('text for agents', address, twin(data).replaceAll('\n', '. '), data, leftOut(data));
  }
  return found;
};

/** `and 38 more`: of a list ten are told. */
const leftOut = (data: unknown): number[] =>
  Object.values(data ?? {})
    .concat([data])
    .flatMap((one: unknown) => (Array.isArray(one) ? [one.length - 10] : []));

const usualDayOf = (rate: number): number[] => [Math.round(rate * WINDOWS_A_DAY)];

/** Reports, publishers, copies, and how many are of an act: at most as many as there are reports. */
const countsOf = (reports: readonly Json[]): number[] => [
  reports.length,
  new Set(reports.map(({ family }) => family)).size,
];

const derivedOf = (digest: Json, open: readonly Json[]): number[] => {
  const states = Object.values((digest['sources']?.['states'] ?? {}) as Record<string, number>);
  const all = states.reduce((sum, n) => sum + n, 0);
  const { down = 0, disabled = 0 } = (digest['sources']?.['states'] ?? {}) as Record<string, number>;
  return [
    ...(digest['alerts'] as Json[]).flatMap(({ baseline }) => usualDayOf(baseline)),
    all,
    all - down - disabled,
    open.filter(({ gap }) => gap !== null && Math.abs(gap) >= 0.1).length,
  ];
};

const derivedOfMarket = ({ latest_prediction: said, yes_price: price }: Json): number[] =>
  said === null || price === null ? [] : [Math.round(Math.abs(said['probability_yes'] - price) * 100)];

const feeOf = (market: Json): number => feeUsd(market['exchange'], 100, 0.5, market);
