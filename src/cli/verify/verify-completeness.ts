/**
 * That nothing was left out, and that the copies elsewhere say the same: every forecast of a market which
 * was decided is a row of the dataset or its market is listed as void, and the archive's copies hold the
 * hashes that they are quoted for.
 */
import { HOUR_MS } from '../../common/durations';
import { parseMicros } from '../../common/utc-time';
import type { ArchivedCopies } from './archived-copies.client';
import type { PublicFiles } from './public-files';
import { readObject, type JsonObject } from './received-json';
import { Broken, insist, type Report } from './report';
import { marketOf, type ProvenBundles } from './verify-documents';
import { RECORDS_PATH, type PublishedRow } from './verify-published';

const MARKETS_PATH = '/v1/markets?limit=500';
/** Pages of the listing beyond which a deployment is not believed to end. */
const PAGES_MAX = 10_000;
/** A market that was decided a moment ago is published by the tick that is at work. */
const PUBLISHED_WITHIN_MS = HOUR_MS;
/** Copies in a row that cannot be read, after which the archive counts as away. */
const AWAY_AFTER = 3;

interface ListedMarket {
  readonly status: unknown;
  readonly resolvedAt: unknown;
  readonly price: unknown;
}

/** Every market that the deployment lists, by `exchange/ticker`; read before the dataset is. */
export const listMarkets = async (
  files: PublicFiles,
): Promise<ReadonlyMap<string, ListedMarket>> => {
  const markets = new Map<string, ListedMarket>();
  let path: string | null = MARKETS_PATH;
  for (let page = 0; path !== null; page++) {
    insist(page < PAGES_MAX, MARKETS_PATH, 'does not end');
    const { text, headers } = await files.get(path);
    for (const row of rowsOf(path, text)) {
      markets.set(`${String(row['exchange'])}/${String(row['ticker'])}`, {
        status: row['status'],
        resolvedAt: row['resolved_at'],
        price: row['settlement_yes_price'],
      });
    }
    path = nextPage(headers.get('link'));
  }
  return markets;
};

/** @param now UTC ms */
export const verifyCompleteness = (
  report: Report,
  bundles: ProvenBundles,
  markets: ReadonlyMap<string, ListedMarket>,
  rows: readonly PublishedRow[],
  now: number,
): void => {
  const published = new Set(rows.map(({ bundleId }) => bundleId));
  const counts = { rows: 0, voidRows: 0, unpriced: 0, open: 0 };
  for (const [id, bundle] of bundles) {
    const name = marketOf(bundle);
    if (name === null) continue;
    const market = markets.get(name);
    if (market === undefined)
      throw new Broken(MARKETS_PATH, `${name} was forecast and is not listed`);
    const isVoid = market.status === 'void';
    if (published.has(id)) {
      counts.rows++;
      if (isVoid) counts.voidRows++;
    } else if (isVoid) counts.unpriced++;
    else {
      const due = market.status === 'settled' && isPast(market.resolvedAt, now);
      // Settled at no price is as good as void: there is nothing to score against.
      insist(!due || market.price === null, RECORDS_PATH, `has no row for ${id}, whose market ${name} was decided`); // prettier-ignore
      counts.open++;
    }
  }
  report.held(
    'completeness',
    `${counts.rows} forecasts are rows, ${counts.voidRows} of them of void markets; ${counts.unpriced} void without a price, ${counts.open} not decided`, // prettier-ignore
  );
};

/** Each archived copy that a row quotes as its anchor contains the hash of its bundle. */
export const verifyArchive = async (
  report: Report,
  copies: ArchivedCopies,
  rows: readonly PublishedRow[],
): Promise<void> => {
  const quoted = new Map<string, string[]>();
  for (const { anchor } of rows) {
    if (anchor === null) continue;
    quoted.set(anchor.waybackUrl, [...(quoted.get(anchor.waybackUrl) ?? []), anchor.sha256]);
  }
  let read = 0;
  let away = 0;
  // Newest first: what is read before an archive goes away is what was anchored last.
  for (const [url, hashes] of [...quoted].reverse()) {
    if (away === AWAY_AFTER) break;
    const bytes = await copies.read(url);
    report.progress('archived copies', read + 1, quoted.size);
    if (bytes === null) {
      away++;
      continue;
    }
    away = 0;
    read++;
    for (const hash of hashes) insist(bytes.includes(hash), url, `does not contain ${hash}`);
  }
  if (read < quoted.size)
    report.note(`${quoted.size - read} of ${quoted.size} archived copies could not be read`);
  if (read > 0) report.held('archived copies', `${read} contain the hashes they are quoted for`);
};

const rowsOf = (path: string, text: string): readonly JsonObject[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Broken(path, `is no JSON: ${(error as Error).message}`);
  }
  insist(Array.isArray(value), path, 'is no array');
  return (value as unknown[]).map((row, index) => readObject(`${path} ${index}`, row));
};

const nextPage = (link: string | null): string | null => {
  const address = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (address === undefined) return null;
  const { pathname, search } = new URL(address, 'http://deployment');
  return `${pathname}${search}`;
};

const isPast = (resolvedAt: unknown, now: number): boolean => {
  const micros = typeof resolvedAt === 'string' ? parseMicros(resolvedAt) : null;
  return micros !== null && micros / 1000 <= now - PUBLISHED_WITHIN_MS;
};
