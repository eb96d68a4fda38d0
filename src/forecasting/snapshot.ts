/** The snapshot of a market: rows of the graph made into the input of a bundle. Pure. */
import { round4 } from '../common/ten-thousandths';
import { cut } from '../common/plain-text';
import type { SourceType } from '../common/source-type';
import { formatMillis } from '../common/utc-time';
import type { Exchange } from '../markets/market';
import type { BundleActivation, BundleInput, BundleItem } from './replay-bundle';

/** Most characters of an extract: enough to judge an item by, not a copy of it. */
export const EXTRACT_MAX = 280;
export const BUNDLE_TITLE_MAX = 240;

/** An item as the graph gives it; instants are UTC ms. */
export interface EvidenceRow {
  readonly id: string;
  readonly source_type: SourceType;
  readonly category: string;
  readonly source: string;
  readonly lang: string | null;
  readonly title: string;
  readonly summary: string | null;
  readonly url: string | null;
  readonly published_at: number | null;
  readonly first_seen_at: number;
  readonly content_hash: string;
  readonly entities: readonly string[];
}

/** A market as it is asked about. */
export interface AskedMarket {
  readonly exchange: Exchange;
  readonly ticker: string;
  readonly question: string;
  readonly resolves_at: string;
  readonly theater: string | null;
  readonly event_type: string | null;
  readonly yes_price: number | null;
  readonly yes_bid: number | null;
  readonly yes_ask: number | null;
}

export interface SnapshotParts {
  readonly market: AskedMarket;
  readonly items: readonly EvidenceRow[];
  readonly activations: readonly BundleActivation[];
  readonly confluence: BundleInput['confluence'];
  readonly calendar: BundleInput['calendar'];
  readonly weights: Readonly<Record<SourceType, number>>;
  readonly model: BundleInput['model'];
  readonly codeVersion: string;
  readonly synthetic: boolean;
}

/** A price on the grid of ten-thousandths, or null. */
export const price4 = (value: number | null): number | null =>
  value === null ? null : round4(value);

/** Ask minus bid on the same grid; null where a side is missing or the book is crossed. */
export const spreadOf = (bid: number | null, ask: number | null): number | null =>
  bid === null || ask === null || ask < bid ? null : price4(ask - bid);

/** Puts the parts together; the result is within the bundle profile. */
export const snapshotInput = (parts: SnapshotParts): BundleInput => {
  const { market } = parts;
  return {
    question: {
      text: market.question,
      exchange: market.exchange,
      ticker: market.ticker,
      resolves_at: market.resolves_at,
    },
    market: {
      yes_price: price4(market.yes_price),
      yes_bid: price4(market.yes_bid),
      yes_ask: price4(market.yes_ask),
      spread: spreadOf(market.yes_bid, market.yes_ask),
    },
    items: parts.items.map((item) => bundleItem(item, parts.weights[item.source_type])),
    ontology: parts.activations,
    confluence: parts.confluence,
    calendar: parts.calendar,
    model: parts.model,
    code_version: parts.codeVersion,
    synthetic: parts.synthetic,
  };
};

const bundleItem = (item: EvidenceRow, weight: number): BundleItem => ({
  key: item.id,
  source_type: item.source_type,
  category: item.category,
  source: item.source,
  published_at: item.published_at === null ? null : formatMillis(item.published_at),
  first_seen_at: formatMillis(item.first_seen_at),
  title: cut(fit(item.title), BUNDLE_TITLE_MAX),
  extract: item.summary === null ? null : cut(fit(item.summary), EXTRACT_MAX),
  url: item.url === null ? null : fit(item.url),
  lang: item.lang,
  entities: [...item.entities].sort(),
  weight: round4(weight),
  content_sha256: item.content_hash,
});

/** Well-formed and without NUL, as the bundle profile wants strings. */
const fit = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');
