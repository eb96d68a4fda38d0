/**
 * The replay bundle: the model's whole input, frozen and hashed before the call, and its answers. The canonical text is
 * built once and then stored, hashed and served. Third-party text is stored separately (`words`); the bundle has its
 * hashes.
 */
import { canonicalizeText, canonicalJson } from '../platform/common/canonical-json';
import { sha256Hex } from '../platform/common/sha256';
import type { Combined } from '../grading/combination';
import type { Forecast } from './forecast';
import type { Answerer } from '../platform/models/language-model';
import type { ForecastInput, FrozenInput } from './input/forecast-input';
import type { JointForecast } from './joint-call';

const BUNDLE_SCHEMA_VERSION = '2.0.0';

/** Categories that count relationships and questions of forecasting sites. */
const ACTIVATION_CATEGORY = 'ontology_activation';
const CROWD_CATEGORY = 'crowd_question';

/**
 * The input in numbers: items, crowd questions and relationships by category, and ISO 639-1 codes. Keys must be valid in
 * the bundle profile; an invalid category is an error of the seed.
 */
export const intelSummary = ({ items, crowd, ontology }: Pick<ForecastInput, 'items' | 'crowd' | 'ontology'>) => {
  const categories = [
    ...items.map(({ category }) => category),
    ...crowd.map(() => CROWD_CATEGORY),
    ...ontology.map(() => ACTIVATION_CATEGORY),
  ];
  const counts = new Map<string, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  const languages = new Set(items.map(({ lang }) => lang).filter((lang) => typeof lang === 'string'));
  return {
    num_items: categories.length,
    by_source_type: Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
    languages: [...languages].sort(),
  };
};

/** Bundle id of a call: deterministic, so that a repeated append has no effect. */
export const bundleId = (frozen: FrozenInput, askedAtMillis: number): string => {
  const { exchange, ticker } = frozen.input.question;
  return `rb-${sha256Hex(`${exchange}|${ticker}|${askedAtMillis}|${frozen.sha256}`).slice(0, 32)}`;
};

interface BundlePrediction extends Forecast {
  readonly model: Answerer;
  readonly side: 'YES' | 'NO' | null;
}

interface BundlePlace {
  readonly id: string;
  readonly madeAt: string;
  readonly intentSha256: string;
}

interface Answers {
  /** All answers to the input, in order of the requests; the prediction is their median. */
  readonly draws: readonly Forecast[];
  /** The aggregate, also calibrated. */
  readonly combined: Combined;
  /** Forecasts of all markets of the call; omitted if it had one market. */
  readonly joint: readonly JointForecast[] | null;
  /** Unsupported terms of the reasoning; omitted if empty. */
  readonly unsupported: readonly string[];
}

/** The canonical text of a bundle, its SHA-256, and the third-party text: canonical JSON `{key: {title, extract, url}}`. */
export const buildBundle = (
  { id, madeAt, intentSha256 }: BundlePlace,
  frozen: FrozenInput,
  prediction: BundlePrediction,
  { draws, combined, joint, unsupported }: Answers,
) => {
  const text = canonicalJson({
    schema_version: BUNDLE_SCHEMA_VERSION,
    bundle_id: id,
    made_at: madeAt,
    intent_sha256: intentSha256,
    input: frozen.input,
    input_sha256: frozen.sha256,
    prediction,
    draws,
    joint: joint ?? undefined,
    combined,
    unsupported: unsupported.length === 0 ? undefined : unsupported,
    intel_summary: intelSummary(frozen.input),
  });
  return { text, sha256: sha256Hex(text), words: canonicalizeText(JSON.stringify(frozen.words)) };
};
