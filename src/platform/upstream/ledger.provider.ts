/** The ledger of upstreams (`seed/upstreams/`), read once, with the feed addresses. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from '../common/json-file';
import { packagePath } from '../common/package-root';
import { Ledger, type LedgerUpstream } from './ledger';

const read = (): Ledger => {
  const folder = packagePath('seed', 'upstreams');
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const feeds = readJsonFile<{ url: string }[]>(packagePath('seed', 'sources', 'feeds.json'));
  const upstreams = names.sort().map((name) => readJsonFile<LedgerUpstream>(join(folder, name)));
  return new Ledger(upstreams, new Set(feeds.map(({ url }) => url)));
};

let ledger: Ledger | null = null;

export const upstreamLedger = (): Ledger => (ledger ??= read());
