import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalizeText } from '../../src/common/canonical-json';
import { packagePath } from '../../src/common/package-root';
import { sha256Hex } from '../../src/common/sha256';
import type { PublicFiles } from '../../src/cli/verify/public-files';
import type { Verdict } from '../../src/cli/verify/report';
import { SeenLogs } from '../../src/cli/verify/seen-logs.store';
import { verifyDeployment, type VerifyDeploymentOptions } from '../../src/cli/verify/verify-deployment'; // prettier-ignore
import { insistSigned } from '../../src/cli/verify/verify-log';
import { Broken } from '../../src/verification/finding';
import { checkReceipt } from '../../src/verification/receipt';
import { publishedFiles } from '../support/published-files';
import {
  changesOf,
  mixedChangesOf,
  type Change,
  type PublicFileBytes,
} from '../support/public-changes';
import { leafPaths, spokenPath, withChanged } from '../support/tampering';
import { SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(3_600_000);

const NOW = Date.UTC(2026, 10, 22, 12);
/** All changes, and the table of them (npm run test:faults); otherwise every nth. */
const ALL = process.env['TAMPER_ALL'] === '1';
const PLAYED = 150;

/** So many of a list, evenly. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);

const silent = { held: () => undefined, note: () => undefined, progress: () => undefined };
type Files = PublicFileBytes;

const reader = (files: Files): PublicFiles => {
  let requests = 0;
  return {
    get requests() {
      return requests;
    },
    remaining: null,
    get: (path) => {
      requests += 1;
      const bytes = files.get(path);
      if (bytes === undefined) throw new Broken(path, 'is not there');
      return Promise.resolve({ text: bytes.toString(), bytes, headers: { get: () => null } });
    },
  };
};

const emptyState = (): string => join(mkdtempSync(join(tmpdir(), 'vedette-seen-')), 'seen.json');

const verify = (files: Files, options: Partial<VerifyDeploymentOptions> = {}): Promise<Verdict> =>
  verifyDeployment(reader(files), silent, {
    vkey: SIGNER.vkey,
    seen: new SeenLogs(emptyState()),
    now: NOW,
    sample: null,
    archive: null,
    exchanges: null,
    ...options,
  });

/** What became of a change: the sentence that names it, or null where it passed. */
const saidOf = async (
  files: Files,
  options?: Partial<VerifyDeploymentOptions>,
): Promise<string | null> => {
  // prettier-ignore
  try {
    await verify(files, options);
    return null;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
};

/** Members that no record binds, with the reason; nothing else may pass. */
const UNBOUND: Readonly<Record<string, string>> = {
  'lead_time.by_source.[].name': 'price moves are in no record, which the verdict says',
  'lead_time.by_source_type.[].name': 'price moves are in no record, which the verdict says',
  median_first_lead_seconds: 'price moves are in no record, which the verdict says',
  median_last_lead_seconds: 'price moves are in no record, which the verdict says',
  generated_at: 'when the figures were computed, by the deployment’s clock: at most two hours ago',
  'populations.[].graded_at_ms': 'when a grade was written, by the deployment’s clock',
  '[].resolves_at':
    'of a settled market: an exchange that decides early moves the end of its market',
};

/** Files that may be older than the head, for their own tree is proven to be its beginning. */
const OF_THE_DAY_BEFORE = ['/api/registry/proof/{id}.json', '/api/receipt/{id}.json'];

interface Played {
  readonly change: string;
  /** The sentence that names it, or null where it passed. */
  readonly said: string | null;
  readonly because?: string | null;
}

/** The table that docs/verify.md speaks of: sentences for another value of each member, counts for the other ways. */
const writeTable = (table: readonly Played[]): void => {
  const passed = table.filter(({ said }) => said === null);
  const changes = table.filter(({ change, said }) => said !== null && change.endsWith(', another value')); // prettier-ignore
  const body = { played: table.length, caught: table.length - passed.length, passed, changes };
  writeFileSync(packagePath('bench', 'results', 'tampering.json'), `${JSON.stringify(body, null, 1)}\n`); // prettier-ignore
};

/** A market is listed with much that no record holds, and may be listed with more. */
const LISTED_MORE = /^\/v1\/markets\S* \[\]\.\w+, with a member beside it$/;

const reasonOf = (change: string): string | null =>
  LISTED_MORE.test(change)
    ? 'what is listed of markets beside their forecasts is in no record, which the verdict says'
    : OF_THE_DAY_BEFORE.find((path) => change === `${path}, of the day before`) !== undefined
      ? 'a proof against an older tree of the same log is as good as one of today'
      : (Object.entries(UNBOUND).find(([name]) =>
          change.replace(/, [^,]*$/, '').endsWith(name),
        )?.[1] ?? null);

/** Files that stand at single addresses; the streams hold the same, and are read in their place. */
const isSingle = (path: string): boolean =>
  /receipt\/|replay-bundle|proof\/|document\/|registry\/\d/.test(path);

describe('a published deployment', () => {
  let log: WrittenLog;
  let files: Files;

  beforeAll(async () => {
    log = writeLog(NOW);
    files = await publishedFiles(log, NOW);
  });

  it('is verified as it stands, and says what was not', async () => {
    const verdict = await verify(files);

    expect(verdict.unread).toEqual([]);
    expect(verdict.sentence).toMatch(/^Verified: 93 records signed by log\.test\/registry, over 5 sealed days; 8 rows, 9 trades/); // prettier-ignore
    expect(verdict.sentence).toContain('Not verified: ');
  });

  const played = async (changes: readonly Change[]): Promise<Played[]> => {
    const table: Played[] = [];
    for (const { name, path, body } of changes) {
      const bytes = body();
      const changed = new Map([...files].filter(([one]) => one !== path));
      if (bytes !== null) changed.set(path, Buffer.from(bytes as string));
      const said = await saidOf(changed, { sample: isSingle(path) ? null : 0 });
      table.push({ change: name, said, ...(said === null ? { because: reasonOf(name) } : {}) });
    }
    return table;
  };
  const missedOf = (table: readonly Played[]): string[] =>
    table.filter(({ said, because }) => said === null && because === null).map(({ change }) => change); // prettier-ignore

  it('is found wrong whichever member of whichever file was changed, in whichever way', async () => {
    const all = changesOf(files, 1);
    const chosen = ALL ? all : spread(all, PLAYED);
    const table = await played(chosen);
    if (ALL) writeTable(table);

    expect(chosen.length).toBeGreaterThanOrEqual(PLAYED);
    expect(missedOf(table)).toEqual([]);
  });

  it('is found wrong where one of its files is that of the day before', async () => {
    const before = NOW - 86_400_000;
    const table = await played(mixedChangesOf(files, await publishedFiles(writeLog(NOW, { until: before }), before))); // prettier-ignore

    expect(table.length).toBeGreaterThanOrEqual(10);
    expect(missedOf(table)).toEqual([]);
  });

  it('has receipts in which no member can be changed, even with the hash made anew', () => {
    const played = new Set<string>();
    const missed: string[] = [];
    for (const [path, bytes] of files) {
      if (!path.startsWith('/api/receipt/')) continue;
      const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
      for (const leaf of leafPaths(value)) {
        const name = spokenPath(leaf);
        if (played.has(name)) continue;
        played.add(name);
        const body = withChanged(value, leaf) as Record<string, unknown>;
        delete body['receipt_sha256'];
        const own = sha256Hex(canonicalizeText(JSON.stringify(body)));
        const text = canonicalizeText(JSON.stringify({ ...body, receipt_sha256: own }));
        try {
          const { note, treeSize, rootHash } = checkReceipt(text);
          insistSigned('receipt', note, SIGNER.vkey, treeSize, rootHash);
          if (text !== bytes.toString()) missed.push(name);
        } catch (error) {
          if (!(error instanceof Broken)) throw error;
        }
      }
    }

    expect(played.size).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });
});
