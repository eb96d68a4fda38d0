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
type Files = ReadonlyMap<string, Buffer>;

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

interface Change {
  readonly name: string;
  readonly path: string;
  readonly body: () => string;
}

/** Every member of every kind of file, changed once; figures in plain JSON, documents canonical. */
const changesOf = (files: Files): Change[] => {
  const found = new Map<string, Change>();
  const add = (name: string, path: string, body: () => string): void => {
    if (!found.has(name)) found.set(name, { name, path, body });
  };
  const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));
  for (const [path, bytes] of files) {
    const kind = path.replace(/(?:rb-|t-)?[0-9a-f]{24,}/g, '{id}').replace(/\d{4}-\d\d-\d\d/g, '{date}'); // prettier-ignore
    const text = bytes.toString();
    if (path.endsWith('.jsonl')) {
      const lines = text.trimEnd().split('\n');
      lines.forEach((line, at) => {
        const value = JSON.parse(line) as { kind?: string };
        for (const leaf of leafPaths(value))
          add(`${kind} ${value.kind ?? ''} ${spokenPath(leaf)}`, path, () => `${lines.with(at, canonical(withChanged(value, leaf))).join('\n')}\n`); // prettier-ignore
      });
      add(`${kind}, its last line left out`, path, () => lines.slice(0, -1).map((line) => `${line}\n`).join('')); // prettier-ignore
      add(`${kind}, a line twice`, path, () => [...lines, lines.at(-1)].map((line) => `${String(line)}\n`).join('')); // prettier-ignore
      add(`${kind}, two lines exchanged`, path, () => [...lines.slice(0, -2), lines.at(-1), lines.at(-2)].map((line) => `${String(line)}\n`).join('')); // prettier-ignore
    } else if (/json|replay|limit/.test(path)) {
      const value = JSON.parse(text) as unknown;
      const write = canonicalizeText(text) === text ? canonical : JSON.stringify;
      for (const leaf of leafPaths(value))
        add(`${kind} ${spokenPath(leaf)}`, path, () => write(withChanged(value, leaf)));
      if (Array.isArray(value)) {
        add(`${kind}, its last entry left out`, path, () => write(value.slice(0, -1)));
        add(`${kind}, an entry twice`, path, () => write([...(value as unknown[]), value.at(-1)]));
      }
    } else add(`${kind}, one character`, path, () => `${text.slice(0, 60)}${text[60] === '1' ? '2' : '1'}${text.slice(61)}`); // prettier-ignore
  }
  return [...found.values()];
};

/** Members that no record binds, with the reason; nothing else may pass. */
const UNBOUND: Readonly<Record<string, string>> = {
  schema_version: 'of figures: names the shape of the file and claims nothing',
  'creator.name': 'the name that the publisher gives itself',
  'populations.[]': 'names of imports, of which nothing is proven',
  'registry.available': 'what the deployment says of its own health now',
  'lead_time.by_source_type.[].name': 'price moves are in no record, which the verdict says',
  'lead_time.by_source.[].name': 'price moves are in no record, which the verdict says',
  'lead_time.by_source_type.[].control_share':
    'price moves are in no record, which the verdict says',
  'lead_time.by_source.[].control_share': 'price moves are in no record, which the verdict says',
  median_first_lead_seconds: 'price moves are in no record, which the verdict says',
  median_last_lead_seconds: 'price moves are in no record, which the verdict says',
  'lead_time.days': 'price moves are in no record, which the verdict says',
  'lead_time.controls': 'price moves are in no record, which the verdict says',
  generated_at: 'when the figures were computed, by the deployment’s clock: within a day of now',
  'populations.[].graded_at_ms': 'when a grade was written, by the deployment’s clock',
  resolves_at: 'of a settled market: an exchange that decides early moves the end of its market',
};

const reasonOf = (change: string): string | null =>
  Object.entries(UNBOUND).find(([name]) => change.endsWith(name))?.[1] ?? null;

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

  it('is found wrong whichever member of whichever file was changed', async () => {
    const all = changesOf(files);
    const chosen = ALL ? all : spread(all, PLAYED);
    const table: { change: string; said: string | null; because?: string | null }[] = [];
    for (const { name, path, body } of chosen) {
      const changed = new Map([...files, [path, Buffer.from(body())]]);
      const said = await saidOf(changed, { sample: isSingle(path) ? null : 0 });
      table.push({ change: name, said, ...(said === null ? { because: reasonOf(name) } : {}) });
    }
    if (ALL) writeFileSync(packagePath('bench', 'results', 'tampering.json'), `${JSON.stringify({ played: table.length, caught: table.filter(({ said }) => said !== null).length, changes: table }, null, 1)}\n`); // prettier-ignore
    const missed = table.filter(({ said, because }) => said === null && because === null);

    expect(chosen.length).toBeGreaterThanOrEqual(PLAYED);
    expect(missed.map(({ change }) => change)).toEqual([]);
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
