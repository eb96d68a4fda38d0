/**
 * An operator who changes documents and makes everything else anew: hashes, references, ids, seals, the chain and
 * the signed head are those of an honest log.
 */
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { parseMicros } from '../../src/platform/common/utc-time';
import { shownInput, ARMS } from '../../src/forecasting/input/arms';
import type { ForecastInput } from '../../src/forecasting/input/forecast-input';
import type { CoverageEntry } from '../../src/registry/log/day-file';
import type { RecordKind } from '../../src/registry/log/kinds';
import { combinedIn, WrittenLog } from './written-log';

export type Forged = any;

/** One document in its place. */
export interface Entry {
  readonly kind: RecordKind;
  id: string;
  document: Forged;
}

/** The documents and day-files of a log. */
export interface LogText {
  readonly records: readonly { readonly kind: RecordKind; readonly id: string }[];
  readonly texts: readonly string[];
  readonly days: readonly string[];
}

/** Changes documents, leaves some out, or adds some. */
export type Forgery = (entries: Entry[]) => Entry[];

export const entriesOf = ({ records, texts }: LogText): Entry[] =>
  records.map(({ kind, id }, at) => ({ kind, id, document: JSON.parse(texts[at] ?? '') }));

/** The anchored_at that the seal of a day states, and when it was written. */
export type Sealing = Readonly<Record<string, { readonly says?: string; readonly written?: string }>>;

/** What a forged log is compared with, once for all forgeries of it. */
const factsOf = (log: LogText) => {
  const entries = entriesOf(log);
  const bundles = entries.filter(({ kind }) => kind === 'bundle');
  return {
    hashes: new Map(entries.map(({ id }, at) => [id, sha256Hex(log.texts[at] ?? '')])),
    inputs: new Map(bundles.map(({ document }) => [document.bundle_id as string, document.input as ForecastInput])),
    combined: new Map(entries.map(({ id, document }) => [id, JSON.stringify(document.combined)])),
  };
};
const facts = new WeakMap<LogText, ReturnType<typeof factsOf>>();

/** The log after the change of its documents. @param sealing by place of the day, from 0 */
export const reforged = (log: LogText, forgery: Forgery, sealing: Sealing = {}): WrittenLog => {
  const { hashes, inputs, combined } = facts.get(log) ?? factsOf(log);
  facts.set(log, { hashes, inputs, combined });
  const renamed = new Map<string, string>();
  const entries = forgery(entriesOf(log));
  for (const { kind, document } of entries)
    if (kind === 'bundle') renameInput(renamed, inputs.get(document.bundle_id), document.input);
  const made = new WrittenLog(0);
  const sealed = log.days.map((text) => JSON.parse(text) as { date: string; coverage: CoverageEntry[] });
  const sealUntil = (madeAt: string): void => {
    while (sealed[0] !== undefined && (sealing[made.days.length]?.written ?? `${sealed[0].date}T~`) < madeAt)
      sealDay(made, sealed.shift() as (typeof sealed)[number], sealing);
  };
  for (const entry of entries.filter(({ kind }) => kind !== 'seal')) {
    const { made_at: madeAt, ...members } = rewritten(entry.document, renamed);
    sealUntil(madeAt);
    if (entry.kind === 'policy') {
      const id = `po-${sha256Hex(`${canonicalJson(members.rules)}|${members.supersedes ?? ''}`).slice(0, 32)}`;
      members.id = entry.id = id;
    }
    if (entry.kind === 'bundle' && JSON.stringify(members.combined) === combined.get(entry.id))
      members.combined = combinedIn(made, entry.id, members);
    const record = made.appendAt(madeAt, entry.kind, entry.id, members);
    const before =
      hashes.get((entry.document.kind === 'policy' ? entry.document.id : entry.id) as string) ??
      sha256Hex(canonicalJson(entry.document));
    renamed.set(before, record.sha256);
  }
  for (const day of sealed) sealDay(made, day, sealing);
  return made;
};

/** Whatever names the old hash of an input, or of what an arm of it shows, names the new one. */
const renameInput = (renamed: Map<string, string>, before: ForecastInput | undefined, now: ForecastInput): void => {
  if (before === undefined || JSON.stringify(before) === JSON.stringify(now)) return;
  renamed.set(sha256Hex(canonicalJson(before)), sha256Hex(canonicalJson(now)));
  for (const arm of ARMS)
    try {
      const [old, next] = [shownInput(before, arm), shownInput(now, arm)];
      renamed.set(old.inputSha256, next.inputSha256);
      renamed.set(old.evidenceSha256, next.evidenceSha256);
    } catch {
      // The short inputs of tests have no other arms.
    }
};

/** A document with new hashes in place of old ones. */
const rewritten = (value: Forged, renamed: ReadonlyMap<string, string>): Forged => {
  if (typeof value === 'string') return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => rewritten(one, renamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(one, renamed)]));
};

/** Coverage agrees with the records about each market. */
const sealDay = (
  log: WrittenLog,
  { date, coverage }: { date: string; coverage: readonly CoverageEntry[] },
  sealing: Sealing,
): void => {
  const documents = log.records.map((record) => ({ record, document: log.document(record) as Forged }));
  const predicted = new Set<string>();
  const answered = new Set<string>();
  for (const { record, document } of documents) {
    if (record.kind !== 'bundle') continue;
    answered.add(document.intent_sha256);
    if (record.made_at.startsWith(date))
      predicted.add(`${document.input.question.exchange}/${document.input.question.ticker}`);
  }
  const lost = documents.filter(
    ({ record }) =>
      record.kind === 'intent' &&
      !answered.has(record.sha256) &&
      new Date((parseMicros(record.made_at) ?? 0) / 1000 + 3_600_000).toISOString().startsWith(date),
  );
  const abandoned = new Set(lost.map(({ document }) => `${document.exchange}/${document.ticker}`));
  const listed = new Map(coverage.map((one) => [`${one.exchange}/${one.ticker}`, one]));
  for (const name of [...predicted, ...abandoned])
    if (!listed.has(name)) {
      const [exchange = '', ticker = ''] = name.split('/');
      listed.set(name, { exchange, ticker, status: 'not_scored', reason: '' });
    }
  const statusOf = (one: CoverageEntry): CoverageEntry => {
    const name = `${one.exchange}/${one.ticker}`;
    if (predicted.has(name)) return { ...one, status: 'predicted', reason: null };
    if (abandoned.has(name)) return { ...one, status: 'abandoned', reason: 'no answer was recorded within the hour' };
    return one.status === 'predicted' || one.status === 'abandoned'
      ? { ...one, status: 'not_scored', reason: 'it was not due' }
      : one;
  };
  const sorted = [...listed].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, one]) => statusOf(one));
  log.seal(
    date,
    sorted,
    lost.map(({ record }) => record.id),
    sealing[log.days.length],
  );
};
