/**
 * The replay bundle: everything the model was given, frozen and hashed before it was asked, and then
 * its answer. The canonical text is built once; it is what is stored, hashed and served.
 */
import { canonicalJson } from '../common/canonical-json';
import { sha256Hex } from '../common/sha256';
import type { SourceType } from '../common/source-type';
import type { Exchange } from '../markets/market';
import type { Forecast } from './forecast';
import type { Provider } from './forecast-model';

export const BUNDLE_SCHEMA_VERSION = '1.0.0';

/** One item as a bundle holds it: headline, extract, address, hash and times, never the whole text. */
export interface BundleItem {
  readonly key: string;
  readonly source_type: SourceType;
  readonly category: string;
  readonly source: string;
  /** Our timestamp text, or null. */
  readonly published_at: string | null;
  readonly first_seen_at: string;
  readonly title: string;
  readonly extract: string | null;
  readonly url: string | null;
  readonly lang: string | null;
  readonly entities: readonly string[];
  /** Credibility weight, at most four decimals. */
  readonly weight: number;
  /** SHA-256 of the item's title, extract and address when it was read. */
  readonly content_sha256: string;
}

/** An activated part of the ontology: a relationship between two entities of the market. */
export interface BundleActivation {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** What the model is shown. Every number has at most four decimals. */
export interface BundleInput {
  readonly question: {
    readonly text: string;
    readonly exchange: Exchange;
    readonly ticker: string;
    readonly resolves_at: string;
  };
  readonly market: {
    readonly yes_price: number | null;
    readonly yes_bid: number | null;
    readonly yes_ask: number | null;
    readonly spread: number | null;
  };
  readonly items: readonly BundleItem[];
  readonly ontology: readonly BundleActivation[];
  readonly confluence: {
    readonly score: number;
    readonly source_type_count: number;
    readonly source_types: readonly string[];
    readonly window_hours: number;
  } | null;
  readonly calendar: readonly { readonly date: string; readonly title: string }[];
  readonly model: { readonly name: string; readonly version: string; readonly prompt_id: string };
  readonly code_version: string;
  /** True where every item and market is invented: the demo. */
  readonly synthetic: boolean;
}

export interface IntelSummary {
  /** Items and ontology activations that the model was shown. */
  readonly num_items: number;
  readonly by_source_type: Readonly<Record<string, number>>;
  /** Distinct ISO 639-1 codes, sorted. */
  readonly languages: readonly string[];
}

/** The category under which ontology activations are counted. */
const ACTIVATION_CATEGORY = 'ontology_activation';

/**
 * The histogram of the evaluation record, over the finer source categories. Keys must be what the
 * bundle profile allows; a category of another form is a fault of the seed.
 */
export const intelSummary = (input: Pick<BundleInput, 'items' | 'ontology'>): IntelSummary => {
  const counts = new Map<string, number>();
  const count = (category: string): void => {
    counts.set(category, (counts.get(category) ?? 0) + 1);
  };
  for (const { category } of input.items) count(category);
  for (let index = 0; index < input.ontology.length; index += 1) count(ACTIVATION_CATEGORY);
  const languages = new Set(input.items.map(({ lang }) => lang).filter((lang) => lang !== null));
  return {
    num_items: input.items.length + input.ontology.length,
    by_source_type: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    languages: [...languages].sort(),
  };
};

/** An input that will not change any more. */
export interface FrozenInput {
  readonly input: BundleInput;
  /** Canonical JSON: exactly what the model is asked with. */
  readonly text: string;
  readonly sha256: string;
}

/** Freezes the input; call before the model is asked. Items are put in key order. */
export const freezeInput = (input: BundleInput): FrozenInput => {
  const items = [...input.items].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const ordered = { ...input, items };
  const text = canonicalJson(ordered);
  return { input: ordered, text, sha256: sha256Hex(text) };
};

/** Id of the bundle of one call: the same call gives the same id, so that a repeat appends nothing. */
export const bundleId = (frozen: FrozenInput, askedAtMillis: number): string => {
  const { exchange, ticker } = frozen.input.question;
  return `rb-${sha256Hex(`${exchange}|${ticker}|${askedAtMillis}|${frozen.sha256}`).slice(0, 32)}`;
};

export interface BundlePrediction extends Forecast {
  readonly model: Provider;
  readonly side: 'YES' | 'NO' | null;
}

/** The canonical text of a bundle and its SHA-256. */
export const buildBundle = (
  id: string,
  madeAt: string,
  frozen: FrozenInput,
  prediction: BundlePrediction,
): { text: string; sha256: string } => {
  const text = canonicalJson({
    schema_version: BUNDLE_SCHEMA_VERSION,
    bundle_id: id,
    made_at: madeAt,
    input: frozen.input,
    input_sha256: frozen.sha256,
    prediction: {
      model: prediction.model,
      side: prediction.side,
      probability_yes: prediction.probabilityYes,
      confidence: prediction.confidence,
      direction: prediction.direction,
      reasoning: prediction.reasoning,
    },
    intel_summary: intelSummary(frozen.input),
  });
  return { text, sha256: sha256Hex(text) };
};
