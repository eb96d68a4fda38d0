/** Models in the ledger of upstreams (`seed/upstreams/`), read once. */
import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { isSameModel } from './language-model';

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

export interface KnownModel {
  readonly id: string;
  /** Whether it supports reasoning with a configurable effort. */
  readonly thinks: boolean;
  readonly max_output_tokens: number;
  /** UTC date of its retirement, or null. */
  readonly retires: string | null;
  readonly replaced_by?: string;
  /** Oldest first, each valid from a UTC date. */
  readonly prices: readonly (TokenPrices & { readonly from: string })[];
}

interface LedgerFile {
  readonly provider?: string;
  readonly models?: readonly KnownModel[];
}

const folder = packagePath('seed', 'upstreams');
const models = new Map<string, readonly KnownModel[]>();
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const { provider, models: known } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as LedgerFile;
  if (provider !== undefined && known !== undefined) models.set(provider, known);
}

/** A model in the ledger by its name, or by the name of one of its versions; null for others. */
export const knownModel = (provider: string, name: string): KnownModel | null => {
  const known = models.get(provider) ?? [];
  return known.find(({ id }) => id === name) ?? known.find(({ id }) => isSameModel(id, name)) ?? null;
};

export const modelsOf = (provider: string): readonly KnownModel[] => models.get(provider) ?? [];
