import type { KnownModel, TokenPrices } from '../upstream/ledger';
import { knownModel, modelsOf } from './known-models.provider';
import { ANSWER_TOKENS_MAX, type LanguageModel, type Prompt, type TokenCounts } from './language-model';

const FREE: TokenPrices = { input: 0, output: 0, cache_read: 0, cache_write: 0 };

/** A provider's model missing in the ledger costs as its most expensive one; a self-hosted server nothing. */
export const pricesOf = (
  { provider, modelName, hosted }: Pick<LanguageModel, 'provider' | 'modelName' | 'hosted'>,
  now: number,
): TokenPrices => {
  if (!hosted) return FREE;
  const known = knownModel(provider, modelName);
  if (known !== null) return priceOn(known, now);
  const all = modelsOf(provider).map((one) => priceOn(one, now));
  return all.reduce((dearest, one) => (one.output > dearest.output ? one : dearest), FREE);
};

const priceOn = ({ prices }: KnownModel, now: number): TokenPrices => {
  const date = new Date(now).toISOString().slice(0, 10);
  return prices.findLast(({ from }) => from <= date) ?? prices[0] ?? FREE;
};

/** Tokens that a provider adds: framing of messages and of the answer's schema. */
const FRAME_TOKENS = 1_000;

/** Maximum US dollars of a request: a token has at least one byte. */
export const worstUsd = ({ system, user, schema }: Prompt, prices: TokenPrices): number => {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(user) + Buffer.byteLength(JSON.stringify(schema));
  const tokensIn = bytes + FRAME_TOKENS;
  return (tokensIn * Math.max(prices.input, prices.cache_write) + ANSWER_TOKENS_MAX * prices.output) / 1e6;
};

/** US dollars of a request, or null if its provider did not count tokens. */
export const costUsd = (
  { tokensIn, tokensOut, tokensCached = 0, tokensKept = 0 }: TokenCounts,
  prices: TokenPrices,
): number | null => {
  if (tokensIn === null || tokensOut === null) return null;
  const plain = tokensIn - tokensCached - tokensKept;
  const input = plain * prices.input + tokensCached * prices.cache_read + tokensKept * prices.cache_write;
  return (input + tokensOut * prices.output) / 1e6;
};
