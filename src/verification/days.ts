/** Checks sealed days: their chain, files and coverage. Pure. */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { sha256Hex } from '../platform/common/sha256';
import { nextDate, parseMicros, startOfDay, utcDate } from '../platform/common/utc-time';
import { marketId } from '../markets/market-key';
import { captureMicros, isArchiveAddress, parseWaybackUrl } from '../registry/captures/anchor';
import { readDayFile, type DayFile } from '../registry/log/day-file';
import { firstBrokenLink } from '../registry/proofs/hash-chain';
import { dayFilePath, INDEX_PATH } from '../registry/registry-path';
import type { LoggedDocument } from './documents';
import { Broken, insist } from './finding';
import { baseOf } from './public-address';
import { marketOf, marketOfBundle, type History } from './history';
import type { LoggedRecords } from './log-text';
import {
  canonicalText,
  insistMembers,
  linesOf,
  Members,
  readCanonical,
  readList,
  readObject,
  sameJson,
} from './received-json';

export const DAYS_PATH = '/api/registry/days.jsonl';

const HOUR_MICROS = HOUR_MS * 1000;
/** A seal is written at once; a clock that was set back by an hour is behind the log. */
const SEALED_WITHIN_MICROS = 2 * HOUR_MICROS;
const SEALED_AHEAD_MICROS = 2 * MINUTE_MS * 1000;

const ENTRY_MEMBERS =
  'date prev_hash day_sha256 combined_hash n_records tree_size root_hash url anchored_at wayback_url'.split(' ');

export interface SealedDay {
  readonly entry: Members;
  readonly file: DayFile;
}

/** A signed note of the deployment; the caller checks the signature. */
interface NoteOfDay {
  readonly what: string;
  readonly note: string;
  readonly treeSize: number;
  readonly rootHash: string;
}

export interface SealedDays {
  readonly days: readonly SealedDay[];
  readonly notes: readonly NoteOfDay[];
  /** The public address of the deployment; null before the first sealed day. */
  readonly base: string | null;
}

/** @param texts bodies of index.json and days.jsonl @param origin of the log @throws Broken */
export const readDays = (
  texts: { readonly index: string; readonly days: string },
  log: LoggedRecords,
  origin: string,
): SealedDays => {
  const entries = readIndex(texts.index);
  const lines = linesOf(DAYS_PATH, texts.days);
  const notes: NoteOfDay[] = [];
  const days = entries.map((entry, index) => {
    const what = `${DAYS_PATH} line ${index + 1} (${entry.text('date')})`;
    const line = lines[index];
    if (line === undefined) throw new Broken(what, 'is missing: the chain has its day');
    const file = dayFileOf(what, line, entry, log, origin);
    if (file.tree_size <= log.records.length)
      notes.push({ what, note: file.checkpoint, treeSize: file.tree_size, rootHash: file.root_hash });
    return { entry, file };
  });
  insist(lines.length === entries.length, DAYS_PATH, `has ${lines.length} days, the chain ${entries.length}`);
  return { days, notes, base: baseOfChain(entries) };
};

const readIndex = (text: string): readonly Members[] => {
  const entries = readList(INDEX_PATH, readCanonical(INDEX_PATH, text)).map((value, index) => {
    const what = `${INDEX_PATH} entry ${index}`;
    const entry = readObject(what, value);
    insistMembers(what, entry, ENTRY_MEMBERS);
    return entry;
  });
  const broken = firstBrokenLink(entries);
  if (broken !== null)
    throw new Broken(`${INDEX_PATH} entry ${broken.index} (${String(entries[broken.index]?.['date'])})`, broken.reason);
  return entries.map((entry, index) => new Members(`${INDEX_PATH} entry ${index} (${String(entry['date'])})`, entry));
};

/** The public address shared by all entries; null for an empty chain. */
const baseOfChain = (entries: readonly Members[]): string | null => {
  const [first] = entries;
  if (first === undefined) return null;
  const base = baseOf(first.what, first.object['url'], dayFilePath(first.text('date')));
  for (const entry of entries) insistUnhashed(entry, base);
  return base;
};

/** Members outside the hashes can only be checked for plausibility. */
const insistUnhashed = (entry: Members, base: string): void => {
  const date = entry.text('date');
  const path = dayFilePath(date);
  entry.equal('url', `${base}${path}`, 'the address of its day-file');
  const sealed = parseMicros(entry.instant('anchored_at')) ?? 0;
  entry.insist(sealed >= startOfDay(nextDate(date)), 'anchored_at is not after the end of its day');
  const copy = entry.textOrNull('wayback_url');
  if (copy === null) return;
  const captured = isArchiveAddress(copy) ? parseWaybackUrl(copy) : null;
  const end = startOfDay(nextDate(date));
  const same =
    captured !== null &&
    new URL(captured.url).pathname.endsWith(path) &&
    (captureMicros(captured.timestamp) ?? 0) > end;
  entry.insist(same, 'wayback_url is not a copy of its sealed day-file in the web archive');
};

const dayFileOf = (what: string, line: string, entry: Members, log: LoggedRecords, origin: string): DayFile => {
  const sha256 = sha256Hex(line);
  insist(
    sha256 === entry.object['day_sha256'],
    what,
    `has the SHA-256 ${sha256}, the chain says ${entry.text('day_sha256')}`,
  );
  const read = readDayFile(line);
  if (!read.ok) throw new Broken(what, read.reason);
  const { file } = read;
  insist(file.origin === origin, what, `is of another log, ${file.origin}`);
  insist(file.sealed, what, 'is not sealed');
  const members = new Members(what, file);
  for (const name of ['date', 'prev_hash', 'n_records', 'tree_size', 'root_hash'])
    members.equal(name, entry.object[name], 'which the chain says');
  // A seal may be newer than the checkpoint read before it.
  const known = log.records.slice(file.first_leaf_index, file.tree_size);
  known.forEach((record, index) => {
    const listed = file.records[index];
    insist(
      sameJson(listed, record),
      what,
      `records[${index}] is not record ${file.first_leaf_index + index} of the log`,
    );
  });
  const whole = file.tree_size <= log.records.length;
  insist(!whole || log.rootAt(file.tree_size) === file.root_hash, what, 'root_hash is not that of the log');
  return file;
};

/** Checks that days follow each other without gaps from the first record and are complete. */
export const checkDayRecords = ({ days }: SealedDays, log: LoggedRecords): void => {
  let size = 0;
  for (const { entry, file } of days) {
    entry.insist(
      file.first_leaf_index === size,
      `begins at record ${file.first_leaf_index} where ${size} should follow`,
    );
    size = file.tree_size;
  }
  const lastSealed = days.at(-1)?.file.date ?? '';
  const next = log.records[size];
  insist(
    next === undefined || next.made_at.slice(0, 10) > lastSealed,
    INDEX_PATH,
    'a record of a sealed day is in no day-file',
  );
};

/**
 * Every day before today must be sealed: otherwise the log is an old state, or has stopped.
 *
 * @param now UTC ms
 * @param graceMs allowed time from midnight to the seal
 */
export const checkFreshness = ({ days }: SealedDays, log: LoggedRecords, now: number, graceMs: number): void => {
  const yesterday = utcDate((now - graceMs) * 1000 - 86_400_000_000);
  const last = days.at(-1)?.file.date ?? null;
  const first = last ?? log.records[0]?.made_at.slice(0, 10) ?? null;
  if (first === null) return;
  const missing = last === null ? first <= yesterday : last < yesterday;
  insist(
    !missing,
    INDEX_PATH,
    `ends with ${last ?? 'no sealed day'}, and ${yesterday} is over: later days are withheld, or the log stopped being written. What it says may be an old state`,
  );
};

/**
 * Compares seals with chain and day-files, and each day's coverage with the records.
 *
 * @returns `unlisted`: markets in a day's plan but not in its coverage
 */
export const checkCoverage = ({ days }: SealedDays, log: LoggedRecords, history: History) => {
  const firstSeal = [...history.seals.keys()].sort()[0];
  const firstPolicy = history.policies[0]?.record.made_at.slice(0, 10);
  const answers = outcomesByDay(history);
  const sealed = new Set(days.map(({ file }) => file.date));
  for (const [date, seal] of history.seals)
    seal.members.insist(sealed.has(date), `seals ${date}, and the chain does not have that day: it is an older one`);
  let listed = 0;
  const unlisted: string[] = [];
  for (const { entry, file } of days) {
    const coverage = new Map((file.coverage ?? []).map((one) => [marketId(one), one]));
    const seal = history.seals.get(file.date);
    if (seal !== undefined) checkSeal(seal, entry, file, [...(answers.abandoned.get(file.date)?.keys() ?? [])]);
    else {
      const due = firstSeal !== undefined && file.date >= firstSeal;
      const writable = log.records.some(({ made_at }) => made_at.slice(0, 10) > file.date);
      entry.insist(!due || !writable, 'has no record of its seal in the log');
    }
    if (firstPolicy !== undefined && file.date >= firstPolicy) checkStatuses(file, coverage, answers);
    unlisted.push(...plannedOn(file, history).filter((market) => !coverage.has(market)));
    listed += coverage.size;
  }
  return { listed, unlisted };
};

const checkSeal = (
  { members: seal, record }: LoggedDocument,
  entry: Members,
  file: DayFile,
  abandoned: readonly string[],
): void => {
  if ('anchored_at' in seal.object) {
    seal.equal('anchored_at', entry.object['anchored_at'], 'which the chain says');
    const waited = (parseMicros(record.made_at) ?? 0) - (parseMicros(seal.instant('anchored_at')) ?? 0);
    seal.insist(waited >= -SEALED_AHEAD_MICROS, 'anchored_at is later than its record');
    seal.insist(waited <= SEALED_WITHIN_MICROS, 'anchored_at is long before its record');
  }
  for (const name of ['prev_hash', 'day_sha256', 'combined_hash', 'n_records', 'tree_size', 'root_hash'])
    seal.equal(name, entry.object[name], 'which the chain says: the day was rewritten after its seal');
  seal.equal(
    'coverage_sha256',
    sha256Hex(canonicalText(file.coverage ?? [])),
    'the SHA-256 of the coverage of its day-file',
  );
  seal.equal('abandoned', [...abandoned].sort(), 'the intents without an answer');
};

const outcomesByDay = (history: History) => {
  const predicted = new Map<string, Set<string>>();
  /** Markets by the ids of the intents. */
  const abandoned = new Map<string, Map<string, string>>();
  for (const bundle of history.bundles.values()) {
    const date = bundle.record.made_at.slice(0, 10);
    predicted.set(date, (predicted.get(date) ?? new Set()).add(marketOfBundle(bundle)));
  }
  for (const { document, answer } of history.intents.values()) {
    if (answer !== null) continue;
    const date = utcDate((parseMicros(document.record.made_at) ?? 0) + HOUR_MICROS);
    const ids = abandoned.get(date) ?? new Map<string, string>();
    abandoned.set(date, ids.set(document.record.id, marketOf(document.members)));
  }
  return { predicted, abandoned };
};

const checkStatuses = (
  file: DayFile,
  coverage: ReadonlyMap<string, { readonly status: string; readonly reason: string | null }>,
  outcomes: ReturnType<typeof outcomesByDay>,
): void => {
  const what = `coverage of ${file.date}`;
  const predicted = outcomes.predicted.get(file.date) ?? new Set();
  const abandoned = new Set(outcomes.abandoned.get(file.date)?.values());
  for (const market of [...predicted, ...abandoned])
    insist(coverage.has(market), what, `${market} was asked about and is not listed`);
  for (const [market, { status, reason }] of coverage) {
    const due = predicted.has(market) ? 'predicted' : abandoned.has(market) ? 'abandoned' : null;
    const holds = due === null ? status === 'skipped' || status === 'not_scored' : status === due;
    insist(holds, what, `${market} is listed as ${status}, and the log says ${due ?? 'that it was not forecast'}`);
    insist(
      (reason === null) === (status === 'predicted'),
      what,
      `${market}: has a reason where none belongs, or lacks one`,
    );
  }
};

const plannedOn = ({ date }: DayFile, history: History): readonly string[] => {
  const what = `plan of ${date}`;
  const markets = history.plans.get(date)?.members.list('markets') ?? [];
  return markets.map((market) => marketOf(Members.of(what, market)));
};
