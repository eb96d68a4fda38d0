import { writeFileSync } from 'node:fs';
import { canonicalizeText } from '../../src/platform/common/canonical-json';
import { packagePath } from '../../src/platform/common/package-root';
import { sha256Hex } from '../../src/platform/common/sha256';
import { Unread, Verdict } from '../../src/delivery/cli/verify/report';
import { sealedDatasetSteps } from '../../src/delivery/cli/verify/dataset-steps';
import { singleSteps } from '../../src/delivery/cli/verify/verify-singles';
import { verifyPublished, type Published } from '../../src/delivery/cli/verify/verify-published';
import { SeenLogs } from '../../src/delivery/cli/verify/seen-logs.store';
import type { VerifyDeploymentOptions } from '../../src/delivery/cli/verify/verify-deployment';
import { verifyOutsideClocks, type OutsideClockOptions } from '../../src/delivery/cli/verify/verify-outside-clocks';
import type { ProvenLog, StatedClocks } from '../../src/delivery/cli/verify/proven-log';
import { readHead, verifyLog } from '../../src/delivery/cli/verify/verify-log';
import type { Reading } from '../../src/delivery/cli/verify/report';
import { insistSigned } from '../../src/verification/signed-tree';
import { Broken, OtherVersion } from '../../src/verification/finding';
import { checkReceipt } from '../../src/verification/receipt';
import { OUTSIDE_CLOCKS_PATH } from '../../src/registry/registry-path';
import { publishedFiles } from '../support/published-files';
import { firstReader, readerOf, silent, verified } from '../support/verified';
import { changesOf, mixedChangesOf, type Change, type PublicFileBytes } from '../support/public-changes';
import { readBySecond, type ReadFate } from '../support/second-reader';
import { stateClocks, type StatedClocksWorld } from '../support/stated-clocks';
import { leafPaths, spokenPath, withChanged } from '../support/tampering';
import { needing } from '../support/tools';
import { SIGNER, writeLog, type WrittenLog } from '../support/written-log';

jest.setTimeout(3_600_000);

const NOW = Date.UTC(2026, 10, 22, 12);
/** All changes, and the table of them (npm run test:faults); otherwise every nth. */
const ALL = process.env['TAMPER_ALL'] === '1';
const PLAYED = 75;

/** So many of a list, evenly. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);

type Files = PublicFileBytes;

/** Remembers nothing: every verification is a first visit. */
class FirstVisit extends SeenLogs {
  override get(): Promise<null> {
    return Promise.resolve(null);
  }
  override put(): Promise<void> {
    return Promise.resolve();
  }
}

const readingOf = (files: Files): Reading => ({ files: readerOf(files), report: silent, verdict: new Verdict() });

const verify = (files: Files, options: Partial<VerifyDeploymentOptions> = {}): Promise<Verdict> =>
  verified(readerOf(files), silent, { ...OPTIONS, ...options });

const OPTIONS = firstReader(NOW, { vkey: SIGNER.vkey, seen: new FirstVisit('nowhere') });

/** Result of a change, and the sentence that names it. */
type Fate = { readonly fate: 'caught' | 'unread' | 'missed'; readonly said: string | null };

const fateOf = async (verification: () => Promise<unknown>): Promise<Fate> => {
  try {
    await verification();
    return { fate: 'missed', said: null };
  } catch (error) {
    if (error instanceof Broken) return { fate: 'caught', said: error.message };
    if (error instanceof Unread || error instanceof OtherVersion) return { fate: 'unread', said: error.message };
    throw error;
  }
};

/** Proven parts of the unchanged files; a change is tested on the other checks. */
interface Whole {
  readonly proven: ProvenLog;
  readonly published: Published;
}

const LOG_FILE = /^\/api\/registry\/(?:checkpoint|vkey|index\.json|(?:log|days|documents|bundles)\.jsonl)$/;

const verifyClocks = (files: Files, proven: ProvenLog, clocks = OPTIONS.clocks): Promise<StatedClocks> =>
  verifyOutsideClocks(readingOf(files), proven, { clocks, now: NOW });

/** The checks that read one path, on files of which that one was changed. */
const playOn = async (
  path: string,
  changed: Files,
  whole: Whole,
  clocks: OutsideClockOptions = OPTIONS.clocks,
): Promise<unknown> => {
  const { proven, published } = whole;
  const files = readerOf(changed);
  if (LOG_FILE.test(path)) return verify(changed, { sample: 0 });
  if (path === OUTSIDE_CLOCKS_PATH) return verifyClocks(changed, proven, clocks);
  const singles = singleSteps(files, proven).filter((step) => step.path === path);
  if (singles.length > 0) return Promise.all(singles.map((step) => step.run()));
  if (/dataset\/days/.test(path)) {
    for (const step of await sealedDatasetSteps(files, proven, published)) await step.run();
    return null;
  }
  return verifyPublished(readingOf(changed), proven, NOW);
};

/** Files that are not read, as the verdict states. */
const NOT_READ = /\/records\.(?:csv|parquet)$|dataset\/(?:files\/|manifest|README|schema)|\/badge\//;

/** Changes that no record binds, with the reason; no other may pass. */
const UNBOUND: readonly (readonly [RegExp, string])[] = [
  [
    /^\/api\/(?:track-record\.json (?:publisher|degraded|honesty\.statement|track_record\.(?:caveat|brier_skill_interpretation)|registry\.(?:available|verify_method))|leaderboard\.json note)/,
    'wording and a name: another release may word it otherwise',
  ],
  [/^\/api\/track-record\/analysis\.json lead_time/, 'price moves are in no record, which the verdict says'],
  [
    / lead_time\.by_source(?:_type)?\.\[\]\.(?:name|median_(?:first|last)_lead_seconds), (?!with a member)/,
    'price moves are in no record, which the verdict says',
  ],
  [
    /^\/api\/(?:track-record|track-record\/analysis|leaderboard)\.json (?:generated_at|populations\.\[\]\.graded_at_ms),/,
    'a time by the deployment’s clock: not in the future, and figures at most two hours old',
  ],
  [
    /^\/v1\/markets\S* \[\]\.(?:group_title|url|theater|region|tracked_because|event_type|yes_price|yes_bid|yes_ask|spread|quoted_at|edited_at|deadline|volume|volume_24h|event|entities|confluence|forecast|change_24h|spark)\b/,
    'listed beside the forecast and in no record, which the verdict says',
  ],
  [
    /^\/v1\/markets\S* \[\]\.(?:question|ticker|exchange|resolves_at|resolved_at|status), .*\(last\)/,
    'of a market that no model was asked about: in no record, which the verdict says',
  ],
  [
    /^\/v1\/markets\S* \[\]\.resolves_at,/,
    'of a settled market: an exchange that decides early moves the end of its market',
  ],
  [
    /^\/v1\/markets\S* , without its last/,
    'of a market that no model was asked about: in no record, which the verdict says',
  ],
  [/^\/api\/registry\/log\.jsonl, taken away$/, 'the same records are read from the day-files, which the verdict says'],
  [
    /^\/api\/dataset\/days\.json(?: , emptied| , without its (?:first|last)|, of the day before| \[\]\.sealed_at, another value)/,
    'a day on which the service did not run has no dataset, and its sealing is in no record',
  ],
];

/** Changes of outside statements that pass, because nothing depends on them or the verdict mentions them. */
const UNBOUND_CLOCKS: readonly (readonly [RegExp, string])[] = [
  [
    / cosignature checkpoint byte \d+ of line \d, one byte another$/,
    'the line of a witness whose key was not given, which the verdict says',
  ],
  [
    / cosignature checkpoint byte [0-3] of line \d, one byte another \(keys given\)$/,
    'the line of a witness whose key was not given, which the verdict says',
  ],
  [
    / in a certificate, one byte another \(keys given\)$/,
    'a certificate that leads to no root that was given, which the verdict says',
  ],
  [
    /^\/api\/registry\/outside-clocks\.jsonl, its (?:first|last) line left out/,
    'a statement that is withheld bounds nothing: the verdict counts those that are there',
  ],
  [
    /^\/api\/registry\/outside-clocks\.jsonl, (?:empty|taken away)$/,
    'a log that names no clock outside, which the verdict says',
  ],
];
const NOTHING_RESTS = 'what is stated is the same: nothing rests on what was changed';

/** Files that may be older than the head, for their own tree is proven to be its beginning. */
const OF_THE_DAY_BEFORE = ['/api/registry/proof/{id}.json', '/api/receipt/{id}.json'];

interface Played extends Fate {
  readonly change: string;
  readonly because?: string | null;
}

/** Suffix of a change: the reader has keys of witnesses and roots of authorities. */
const KEYED = ' (keys given)';

const RESULTS = packagePath('bench', 'results', 'tampering.json');

/** Number of changes by result and kind. */
const countsBy = <T extends Pick<Played, 'fate'>>(table: readonly T[], groupOf: (one: T) => string): object => {
  const groups = new Map<string, Record<Played['fate'] | 'played', number>>();
  for (const one of table) {
    const group = groups.get(groupOf(one)) ?? { played: 0, caught: 0, unread: 0, missed: 0 };
    group.played += 1;
    group[one.fate] += 1;
    groups.set(groupOf(one), group);
  }
  return Object.fromEntries([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
};

/** Changes by name, those of single bytes together. */
const kindsOf = (all: readonly { readonly change: string }[]): string[] => [
  ...new Set(all.map(({ change }) => change.replace(/ byte \d+ of line \d/, ''))),
];

/** The table in bench/README.md: by kind of file, by kind of change, and the passed ones with the reason. */
const writeTable = (table: readonly Played[], bySecond: readonly ReadFate[]): void => {
  const fileOf = ({ change }: Played): string => change.split(' ')[0]?.replace(/,$/, '') ?? '';
  const wayOf = ({ change }: Played): string =>
    change.slice(change.indexOf(', ') + 2).replace(/ \((?:last|keys given)\)/g, '');
  const missed = table.filter(({ fate }) => fate === 'missed');
  const reasons = [...new Set(missed.map(({ because }) => because ?? 'no reason'))].sort();
  const passed = reasons.map((reason) => {
    const all = missed.filter(({ because }) => (because ?? 'no reason') === reason);
    return { because: reason, changes: all.length, of: kindsOf(all) };
  });
  const body = {
    ...countsBy(table, () => 'all'),
    second_reader: countsBy(bySecond, () => 'all'),
    passed_by_second_reader: kindsOf(bySecond.filter(({ fate }) => fate === 'missed')),
    by_file: countsBy(table, fileOf),
    by_way: countsBy(table, wayOf),
    passed,
  };
  writeFileSync(RESULTS, `${JSON.stringify(body, null, 1)}\n`);
};

const reasonOf = (change: string): string | null =>
  OF_THE_DAY_BEFORE.find((path) => change === `${path}, of the day before`) !== undefined
    ? 'a proof against an older tree of the same log is as good as one of today'
    : ([...UNBOUND, ...UNBOUND_CLOCKS].find(([pattern]) => pattern.test(change))?.[1] ?? null);

/** Whether nothing happened to a trade since: its receipt holds the same records. */
const isSameTrade = (older: Files, now: Files, path: string): boolean => {
  const ids = (of: Files): string =>
    JSON.stringify(
      (JSON.parse(of.get(path)?.toString() ?? '') as { records: { record: object }[] }).records.map(
        ({ record }) => record,
      ),
    );
  return ids(older) === ids(now);
};

/** Files that tools/verify.py reads; its verdict names the others. */
const READ_BY_OTHER =
  /registry\/(?:checkpoint|vkey|index\.json|\w+\.jsonl)$|dataset\/records\.jsonl$|track-record\.json$|^\/api\/receipts/;
/** Parts that it reports as not verified. */
const UNREAD_BY_OTHER = /^\/api\/track-record\.json (?:publisher, another value|generated_at, another value)$/;
/** Its statements about outside clocks, which need keys; of certificates it checks only the chain. */
const UNKEYED_BY_OTHER =
  /outside-clocks\.jsonl timestamp token byte \d+ of line \d(?: in a certificate| in its signature)?, /;

describe('a published deployment', () => {
  let log: WrittenLog;
  let files: Files;
  let whole: Whole;
  let clocks: StatedClocksWorld;
  let byFirst: readonly Played[] = [];
  let bySecond: readonly ReadFate[] = [];

  beforeAll(async () => {
    log = writeLog(NOW);
    clocks = await stateClocks(log, NOW);
    files = new Map([...(await publishedFiles(log, NOW)), ...clocks.files]);
    const reading = readingOf(files);
    const proven = await verifyLog(reading, OPTIONS, await readHead(reading, OPTIONS));
    whole = { proven, published: await verifyPublished(reading, proven, NOW) };
  });

  afterAll(() => {
    if (ALL) writeTable(byFirst, bySecond);
  });

  it('is verified unchanged, and states what was not checked', async () => {
    const verdict = await verify(files);

    expect(verdict.unread).toEqual([]);
    expect(verdict.lines.join('\n')).toMatch(/^Unchanged {6}yes {9}\d+ records, 5 days signed by log\.test\/registry/);
    expect(verdict.lines.join('\n')).toContain('Not read');
  });

  /** A change that changes something, with the bytes that it makes. */
  const playable = ({ name, path, body }: Change): { name: string; path: string; body: Buffer | null }[] => {
    const bytes = body();
    const given = bytes === null ? null : Buffer.from(bytes as string);
    return given?.equals(files.get(path) ?? Buffer.alloc(0)) === true ? [] : [{ name, path, body: given }];
  };

  /** Why a change of an outside statement may pass. */
  const whyTheSame = async (change: string, changed: Files, keys?: OutsideClockOptions): Promise<string | null> => {
    if (!change.startsWith(OUTSIDE_CLOCKS_PATH) || change.includes('in what is signed')) return null;
    const [before, after] = await Promise.all(
      [files, changed].map(async (of) =>
        (await verifyClocks(of, whole.proven, keys)).sightings.map((one) => JSON.stringify(one)).sort(),
      ),
    );
    return before?.join() === after?.join() ? NOTHING_RESTS : null;
  };

  const played = async (changes: readonly Change[], keys?: OutsideClockOptions): Promise<Played[]> => {
    const table: Played[] = [];
    for (const { name, path, body: given } of changes.flatMap(playable)) {
      const changed = new Map(files);
      if (given === null) changed.delete(path);
      else changed.set(path, given);
      const change = keys === undefined ? name : `${name}${KEYED}`;
      const fate = await fateOf(() => playOn(path, changed, whole, keys));
      const because =
        fate.fate === 'missed' ? (reasonOf(change) ?? (await whyTheSame(change, changed, keys))) : undefined;
      table.push({ change, ...fate, ...(because === undefined ? {} : { because }) });
    }
    return table;
  };
  const missedOf = (table: readonly Played[]): string[] =>
    table.filter(({ fate, because }) => fate === 'missed' && because === null).map(({ change }) => change);

  it('is found wrong whichever member of whichever file was changed, in whichever way', async () => {
    const all = changesOf(files).filter(({ path }) => !clocks.files.has(path) && !NOT_READ.test(path));
    const chosen = ALL ? all : spread(all, PLAYED);
    const table = await played(chosen);
    byFirst = table;

    expect(chosen.length).toBeGreaterThanOrEqual(PLAYED);
    expect(missedOf(table)).toEqual([]);
  });

  it('is found wrong whatever was changed in the statements of outside clocks, their keys given or not', async () => {
    const all = clocks.changes;
    const chosen = ALL ? all : spread(all, PLAYED);
    const blind = await played(chosen);
    const keyed = await played(chosen, clocks.seeing);
    byFirst = [...byFirst, ...blind, ...keyed];

    expect(missedOf([...blind, ...keyed])).toEqual([]);
  });

  it('is found wrong where one of its files is that of the day before', async () => {
    const before = NOW - 86_400_000;
    const table = await played(mixedChangesOf(files, await publishedFiles(writeLog(NOW, { until: before }), before)));

    expect(table.length).toBeGreaterThanOrEqual(10);
    expect(missedOf(table)).toEqual([]);
  });

  needing('python3', 'openssl').it(
    'is found wrong by the second reader too, whatever was changed in the statements of outside clocks',
    async () => {
      const all = clocks.changes.filter(({ path }) => path === OUTSIDE_CLOCKS_PATH);
      const chosen = spread(all, ALL ? 600 : 50).flatMap(playable);
      const [blind = [], keyed = []] = await Promise.all(
        [[], clocks.args].map((args) => readBySecond(files, chosen, { vkey: SIGNER.vkey, now: NOW, args })),
      );
      const table = [...blind, ...keyed.map((one) => ({ ...one, change: `${one.change}${KEYED}` }))];
      bySecond = [...bySecond, ...table];

      expect(
        table.filter(
          ({ change, fate }) =>
            fate === 'missed' &&
            !UNKEYED_BY_OTHER.test(change) &&
            !UNBOUND_CLOCKS.some(([pattern]) => pattern.test(change)),
        ),
      ).toEqual([]);
    },
  );

  needing('python3', 'openssl').it('is found wrong by the second reader too, in all files that it reads', async () => {
    const read = changesOf(files).filter(({ path }) => READ_BY_OTHER.test(path));
    const chosen = spread(read, ALL ? 2_000 : 100).flatMap(playable);
    const table = await readBySecond(files, chosen, { vkey: SIGNER.vkey, now: NOW });
    bySecond = [...bySecond, ...table];

    expect(table).toHaveLength(chosen.length);
    expect(table.filter(({ change, fate }) => fate === 'missed' && !UNREAD_BY_OTHER.test(change))).toEqual([]);
  });

  it('takes a receipt and a proof against an older tree of its log, and none against a tree of another', async () => {
    const until = NOW - 86_400_000;
    const older = await publishedFiles(writeLog(NOW, { until }), until);
    const other = await publishedFiles(writeLog(NOW, { paid: 1 }), NOW);
    const said = async (path: string, of: Files): Promise<string | null> =>
      (await fateOf(() => playOn(path, new Map([...files, [path, of.get(path) as Buffer]]), whole))).said;
    const single = [...files.keys()].filter((path) => /\/(?:proof|receipt)\//.test(path));
    const isOther = (path: string, of: Files): boolean =>
      of.has(path) && !of.get(path)?.equals(files.get(path) as Buffer);
    const [olderProofs, otherProofs] = [older, other].map((of) => single.filter((path) => isOther(path, of))) as [
      string[],
      string[],
    ];

    expect(olderProofs.length).toBeGreaterThan(20);
    for (const path of olderProofs) {
      const had = path.includes('receipt') ? isSameTrade(older, files, path) : true;
      if (had) expect([path, await said(path, older)]).toEqual([path, null]);
    }
    expect(otherProofs.length).toBeGreaterThan(20);
    for (const path of otherProofs)
      expect(await said(path, other)).toMatch(/tree of another log|not the|does not|which/);
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
