/**
 * The replay bundle: everything the model was given, frozen and hashed before it was asked, and then
 * its answers. The canonical text is built once; it is what is stored, hashed and served. What third
 * parties wrote is kept beside it (`words`), and the bundle holds its hashes.
 */
import { canonicalizeText, canonicalJson } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import type { Combined } from '../grading/combination';
import type { Forecast } from './forecast';
import type { Answerer } from '../platform/models/language-model';
import type { ForecastInput, FrozenInput } from './input/forecast-input';
import type { JointForecast } from './joint-call';

const BUNDLE_SCHEMA_VERSION = '2.0.0';

interface IntelSummary {
  /** Items, crowd questions and ontology relationships that the model was shown. */
  readonly num_items: number;
  readonly by_source_type: Readonly<Record<string, number>>;
  /** Distinct ISO 639-1 codes, sorted. */
  readonly languages: readonly string[];
}

/** The categories under which relationships and questions of forecasting sites are counted. */
const ACTIVATION_CATEGORY = 'ontology_activation';
const CROWD_CATEGORY = 'crowd_question';

/**
 * The histogram of the evaluation record, over the finer source categories. Keys must be what the
 * bundle profile allows; a category of another form is a fault of the seed.
 */
export const intelSummary = (input: Pick<ForecastInput, 'items' | 'crowd' | 'ontology'>): IntelSummary => {
  const counts = new Map<string, number>();
  const count = (category: string): void => {
    counts.set(category, (counts.get(category) ?? 0) + 1);
  };
  for (const { category } of input.items) count(category);
  for (let index = 0; index < input.crowd.length; index += 1) count(CROWD_CATEGORY);
  for (let index = 0; index < input.ontology.length; index += 1) count(ACTIVATION_CATEGORY);
  const languages = new Set(input.items.map(({ lang }) => lang).filter((lang) => lang !== null));
  return {
    num_items: input.items.length + input.crowd.length + input.ontology.length,
    by_source_type: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    languages: [...languages].sort(),
  };
};

/** Id of the bundle of one call: the same call gives the same id, so that a repeat appends nothing. */
export const bundleId = (frozen: FrozenInput, askedAtMillis: number): string => {
  const { exchange, ticker } = frozen.input.question;
  return `rb-${sha256Hex(`${exchange}|${ticker}|${askedAtMillis}|${frozen.sha256}`).slice(0, 32)}`;
};

interface BundlePrediction extends Forecast {
  readonly model: Answerer;
  readonly side: 'YES' | 'NO' | null;
}

/** Where a bundle stands. */
interface BundlePlace {
  readonly id: string;
  /** That of its record. */
  readonly madeAt: string;
  /** Of the intent that it answers. */
  readonly intentSha256: string;
}

/** A bundle as text with its hash, and the words that stand beside it. */
interface BuiltBundle {
  readonly text: string;
  readonly sha256: string;
  /** Canonical JSON `{key: {title, extract, url}}`. */
  readonly words: string;
}

/** What a model said, and what follows from that. */
interface Answers {
  /** Every answer to the input, in the order in which they were asked for; the prediction is their median. */
  readonly draws: readonly Forecast[];
  /** What they are together, and calibrated. */
  readonly combined: Combined;
  /** What the same call answered of all its markets; a market asked about alone has no such member. */
  readonly joint: readonly JointForecast[] | null;
  /** What the reasoning names that was not shown; no member where nothing is. */
  readonly unsupported: readonly string[];
}

/** The canonical text of a bundle and its SHA-256. */
export const buildBundle = (
  { id, madeAt, intentSha256 }: BundlePlace,
  frozen: FrozenInput,
  prediction: BundlePrediction,
  { draws, combined, joint, unsupported }: Answers,
): BuiltBundle => {
  const text = canonicalJson({
    schema_version: BUNDLE_SCHEMA_VERSION,
    bundle_id: id,
    made_at: madeAt,
    intent_sha256: intentSha256,
    input: frozen.input,
    input_sha256: frozen.sha256,
    prediction: { model: prediction.model, side: prediction.side, ...answerOf(prediction) },
    draws: draws.map(answerOf),
    joint: joint ?? undefined,
    combined,
    unsupported: unsupported.length === 0 ? undefined : unsupported,
    intel_summary: intelSummary(frozen.input),
  });
  return { text, sha256: sha256Hex(text), words: canonicalizeText(JSON.stringify(frozen.words)) };
};

const answerOf = (forecast: Forecast): Record<string, unknown> => ({
  probability_yes: forecast.probabilityYes,
  confidence: forecast.confidence,
  direction: forecast.direction,
  reasoning: forecast.reasoning,
});
