/** The ledger of upstreams (`seed/upstreams/`), read once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../common/package-root';
import { Ledger, type LedgerUpstream } from './ledger';

const read = (folder: string): Ledger =>
  new Ledger(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as LedgerUpstream),
  );

let ledger: Ledger | null = null;

export const upstreamLedger = (): Ledger => (ledger ??= read(packagePath('seed', 'upstreams')));
