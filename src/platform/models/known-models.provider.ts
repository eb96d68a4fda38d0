/** Models that the ledger of upstreams (`seed/upstreams/`) knows, read once. */
import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';

/** US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** For tokens read from the provider's cache. */
  readonly cache_read: number;
  /** For tokens put into it. */
  readonly cache_write: number;
}

export interface KnownModel {
  readonly id: string;
  /** Whether it reasons before it answers, and is told how much. */
  readonly thinks: boolean;
  readonly max_output_tokens: number;
  /** UTC date from which it no longer answers, or null. */
  readonly retires: string | null;
  readonly replaced_by?: string;
  /** Oldest first, each from a UTC date. */
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

/** What the ledger knows of a model, or null. */
export const knownModel = (provider: string, name: string): KnownModel | null =>
  models.get(provider)?.find(({ id }) => id === name) ?? null;

/** All of a provider's. */
export const modelsOf = (provider: string): readonly KnownModel[] => models.get(provider) ?? [];
