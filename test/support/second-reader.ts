/** tools/verify.py on files that are changed on the way, without a server. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagePath } from '../../src/platform/common/package-root';
import { formatMicros } from '../../src/platform/common/utc-time';

/** One file changed, or with `receipt` or `case` the text of one that was saved. */
export interface ReadChange {
  readonly name: string;
  readonly path?: string;
  readonly body?: Buffer | null;
  readonly receipt?: string;
  readonly case?: string;
}

export interface ReadFate {
  readonly change: string;
  readonly fate: 'caught' | 'unread' | 'missed';
  /** Its output. */
  readonly said: string;
}

/** @param now UTC ms @param args further words of the command line */
export const readBySecond = (
  files: ReadonlyMap<string, Buffer>,
  changes: readonly ReadChange[],
  { vkey, now, args = [] }: { readonly vkey: string; readonly now: number; readonly args?: readonly string[] },
): ReadFate[] => {
  const played = join(mkdtempSync(join(tmpdir(), 'vedette-other-')), 'played.json');
  const base64 = (body: Buffer | null | undefined): string | null => body?.toString('base64') ?? null;
  const all = Object.fromEntries([...files].map(([path, bytes]) => [path, base64(bytes)]));
  const given = changes.map((change) => ({ ...change, body: base64(change.body) }));
  writeFileSync(played, JSON.stringify({ files: all, changes: given, vkey, as_of: formatMicros(now * 1000), args }));
  const script = packagePath('test', 'support', 'changed-files.py');
  const out = execFileSync('python3', [script, packagePath('tools', 'verify.py'), played], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReadFate);
};
