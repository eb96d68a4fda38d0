import type { KnownModel } from '../upstream/ledger';
import { upstreamLedger } from '../upstream/ledger.provider';
import { isSameModel } from './language-model';

/** Models of a provider in the ledger of upstreams. */
export const modelsOf = (provider: string): readonly KnownModel[] =>
  upstreamLedger().upstreams.find((upstream) => upstream.provider === provider)?.models ?? [];

/** A model in the ledger by its name, or by the name of one of its versions; null for others. */
export const knownModel = (provider: string, name: string): KnownModel | null => {
  const known = modelsOf(provider);
  return known.find(({ id }) => id === name) ?? known.find(({ id }) => isSameModel(id, name)) ?? null;
};
