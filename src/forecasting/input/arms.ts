/**
 * Arms: the part of a frozen input that a model is shown. A is all of it. B omits prices of this market and of those
 * decided with it, and evidence from trades on it. C has only the question and its rules. A against B shows the value
 * of the price, B against C that of the evidence.
 *
 * An arm is a function of the input, so anyone with the bundle can reproduce it; docs/registry.md documents it by
 * member. Forecasting sites stay in B: they are evidence, not a price.
 */
import { canonicalJson } from '../../platform/common/canonical-json';
import { sha256Hex } from '../../platform/common/sha256';
import type { ForecastInput, InputMarket } from './forecast-input';

export const ARMS = ['A', 'B', 'C'] as const;

export type Arm = (typeof ARMS)[number];

/** The input for an arm; third-party text stays that of the bundle. */
export const armInput = (input: ForecastInput, arm: Arm): ForecastInput => {
  if (arm === 'A') return input;
  return arm === 'B' ? withoutPrices(input) : questionOnly(input);
};

const withoutPrices = (input: ForecastInput): ForecastInput => ({
  ...input,
  question: { ...input.question, group: groupWithoutPrices(input.question.group) },
  market: emptied(input.market),
  path: { daily: [], hourly: [], moves: [] },
  twin: null,
  items: input.items.filter(({ source_type, circular }) => source_type !== 'whale' && !circular),
  base_rates: {
    ...input.base_rates,
    rates: input.base_rates.rates.filter(({ alike }) => !alike.includes('price')),
  },
  // Earlier answers knew the price.
  before: [],
  confluence: input.confluence?.source_types.includes('whale') === true ? null : input.confluence,
  trigger: input.trigger === 'price_move' ? 'schedule' : input.trigger,
});

const questionOnly = (input: ForecastInput): ForecastInput => ({
  ...withoutPrices(input),
  question: { ...input.question, group: null },
  crowd: [],
  items: [],
  ...(input.clusters === undefined ? {} : { clusters: [] }),
  alert: null,
  ...(input.background === undefined ? {} : { background: [] }),
  ontology: [],
  calendar: [],
  base_rates: { ...input.base_rates, rates: [] },
  confluence: null,
  left_out: { items: 0, siblings: 0, crowd: 0, ontology: 0 },
  trigger: 'schedule',
});

const groupWithoutPrices = (group: ForecastInput['question']['group']): ForecastInput['question']['group'] =>
  group === null
    ? null
    : {
        ...group,
        incoherent: [],
        siblings: group.siblings.map((one) => ({ ...one, yes_price: null, forecast: null })),
      };

const emptied = (market: InputMarket): InputMarket =>
  Object.fromEntries(Object.keys(market).map((name) => [name, null])) as unknown as InputMarket;

export const inputSha256 = (input: ForecastInput): string => sha256Hex(canonicalJson(input));

/** SHA-256 of an input's canonical JSON without `model`: equal for all models with the same input. */
export const evidenceSha256 = (input: ForecastInput): string =>
  sha256Hex(canonicalJson({ ...input, model: undefined }));

/** An arm's input with its two hashes. */
export interface ShownInput {
  readonly input: ForecastInput;
  readonly inputSha256: string;
  readonly evidenceSha256: string;
}

const shown = new WeakMap<ForecastInput, Map<Arm, ShownInput>>();

/** Cached per input and arm: an input has tens of kilobytes, and many records use its hashes. */
export const shownInput = (input: ForecastInput, arm: Arm): ShownInput => {
  const arms = shown.get(input) ?? new Map<Arm, ShownInput>();
  shown.set(input, arms);
  const known = arms.get(arm);
  if (known !== undefined) return known;
  const given = armInput(input, arm);
  const made = {
    input: given,
    inputSha256: inputSha256(given),
    evidenceSha256: evidenceSha256(given),
  };
  arms.set(arm, made);
  return made;
};
