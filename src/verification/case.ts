/**
 * A case: one HTML file about a receipt, a forecast, an alert or a day, with its records, their proofs, statements of
 * external clocks, and unrecorded facts. The page shows only the JSON in its `<pre id="case">`; docs/registry.md lists
 * the members.
 */
import { sha256Hex } from '../platform/common/sha256';
import { parseMicros } from '../platform/common/utc-time';
import { readDayFile } from '../registry/log/day-file';
import { recordLeaf } from '../registry/log/log-record';
import { verifyInclusion } from '../registry/proofs/merkle-proof';
import { decodeBase64, type VerifierKey } from '../registry/proofs/note-format';
import { offlineProof } from '../registry/proofs/offline-proof';
import type { LoggedDocument } from './documents';
import { Broken, insist, OtherVersion } from './finding';
import { clockEntry, readSighting, TOLERANCE_MICROS, type Sighting } from './outside-clocks';
import { checkReceipt, containedDocument, insistOrder, isInvented, partsOf, receiptLines } from './receipt';
import { insistSigned, signedTree } from './signed-tree';
import { canonicalText, Members, shortly, type JsonObject } from './received-json';

export const CASE_SCHEMA_VERSION = '1.0.0';

export const CASE_KINDS = ['receipt', 'forecast', 'alert', 'day'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** One report used as evidence: publisher, place and time, and the hash of its texts, which are not included. */
export interface CaseEvidence {
  readonly key: string;
  readonly title: string | null;
  readonly publisher: string;
  readonly url: string | null;
  readonly at: string | null;
  readonly content_sha256: string | null;
}

/** The JSON of a case; snake_case because it is served. */
export interface CaseContent {
  readonly schema_version: string;
  readonly kind: CaseKind;
  /** Id of the trade, bundle or alert, or the day. */
  readonly name: string;
  readonly url: string;
  readonly written_at: string;
  readonly release: string;
  readonly synthetic: boolean;
  /** Key and C2SP tlog-policy of the deployment: compare both with a copy from elsewhere. */
  readonly vkey: string;
  readonly policy: string;
  /** Tree of the proofs in `records`; null without records, and in a case of a receipt, which has its own. */
  readonly proof: { readonly tree_size: number; readonly root_hash: string; readonly checkpoint: string } | null;
  readonly records: readonly {
    readonly record: object;
    readonly leaf_index: number;
    readonly inclusion_path: readonly string[];
    readonly document: object;
  }[];
  readonly receipt: object | null;
  readonly day_file: string | null;
  /** C2SP tlog-proof of the forecast, or of the day's seal; null without a record. */
  readonly tlog_proof: string | null;
  /** Lines of outside-clocks.jsonl, each with the path from that record to its head. */
  readonly clocks: readonly { readonly statement: object; readonly inclusion_path: readonly string[] }[];
  readonly evidence: readonly CaseEvidence[];
  /** Facts without a record, as served. */
  readonly facts: object | null;
}

const MEMBERS = [
  ...['schema_version', 'kind', 'name', 'url', 'written_at', 'release', 'synthetic', 'vkey', 'policy', 'proof'],
  ...['records', 'receipt', 'day_file', 'tlog_proof', 'clocks', 'evidence', 'facts'],
];

const FORECAST_RECORDS = ['intent', 'bundle', 'settlement', 'correction'];
const KINDS_IN: Readonly<Record<CaseKind, readonly string[]>> = {
  receipt: [],
  forecast: FORECAST_RECORDS,
  alert: ['bundle'],
  day: ['seal'],
};

interface CaseOptions {
  readonly vkey: string;
  readonly witnesses: readonly VerifierKey[];
  readonly authorities: readonly string[] | null;
}

/** The JSON of a case as escaped in its page; quotation marks need no escape there. */
export const caseJson = (content: CaseContent): string =>
  canonicalText(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @throws Broken unless the page has exactly one */
const readCaseJson = (page: string): string => {
  const found = [...page.matchAll(/<pre id="case">([^<]*)<\/pre>/g)];
  insist(found.length === 1, 'case', `has ${found.length} places with the JSON of a case, not one`);
  return (found[0]?.[1] ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
};

/** @param page the HTML file @returns not proven where no record proves its subject. @throws Broken, OtherVersion */
export const checkCase = async (page: string, options: CaseOptions) => {
  const members = Members.in('case', readCaseJson(page));
  if (members.object['schema_version'] !== CASE_SCHEMA_VERSION)
    throw new OtherVersion('case', `is of version ${shortly(members.object['schema_version'])}`);
  members.insistMembers(MEMBERS);
  const kind = CASE_KINDS.find((one) => one === members.object['kind']);
  if (kind === undefined) throw new Broken('case', `is of an unknown kind, ${shortly(members.object['kind'])}`);
  members.equal('vkey', options.vkey, 'the key that you gave');
  const content = members.object as unknown as CaseContent;
  insist((content.receipt !== null) === (kind === 'receipt'), 'case', 'has a receipt, or none, against its kind');
  const { documents, lines } = kind === 'receipt' ? receiptIn(members, options) : recordsIn(members, kind, options);
  const subject = documents.find(({ record }) => record.kind === 'bundle' || record.kind === 'seal') ?? null;
  checkUnproven(members, documents, kind);
  checkOfflineProof(members, subject, options.vkey);
  const seen = await clocksIn(members, subject, options);
  return { content, lines: [...lines, ...seen], proven: subject !== null };
};

/** Members outside the records must not contradict them. */
const checkUnproven = (members: Members, documents: readonly LoggedDocument[], kind: CaseKind): void => {
  const bundles = documents.filter(({ record }) => record.kind === 'bundle').map((bundle) => bundle.members);
  for (const bundle of bundles) members.equal('synthetic', isInvented(bundle), 'which its bundle says');
  for (const [at, value] of members.list('evidence').entries()) {
    const what = `case evidence[${at}]`;
    const one = Members.of(what, value);
    one.insistMembers(['key', 'title', 'publisher', 'url', 'at', 'content_sha256']);
    if (kind !== 'forecast' && kind !== 'receipt') continue;
    const isShown = bundles[0]
      ?.at('input')
      .objects('items')
      .some((item) => isSameItem(one, item));
    insist(isShown === true, what, 'is not an item of its bundle');
  }
};

const isSameItem = ({ object: one }: Members, item: JsonObject): boolean =>
  one['key'] === item['key'] &&
  one['content_sha256'] === (item['content_sha256'] ?? null) &&
  one['at'] === (item['published_at'] ?? item['first_seen_at']);

interface Found {
  readonly documents: readonly LoggedDocument[];
  readonly lines: readonly string[];
}

const receiptIn = (members: Members, { vkey }: CaseOptions): Found => {
  const receipt = checkReceipt(canonicalText(members.at('receipt').object));
  insistSigned('receipt', receipt.note, vkey, receipt.treeSize, receipt.rootHash);
  members.equal('name', receipt.members.object['trade_id'], 'the trade of its receipt');
  insist(members.list('records').length === 0, 'case', 'has records other than those of its receipt');
  return { documents: receipt.documents, lines: receiptLines(receipt) };
};

const recordsIn = (members: Members, kind: CaseKind, { vkey }: CaseOptions): Found => {
  const entries = members.list('records');
  if (entries.length === 0) {
    insist(kind === 'alert', 'case', 'has no record');
    return { documents: [], lines: ['Verified: nothing. An alert is in no record, and this one caused no forecast.'] };
  }
  const proof = members.at('proof');
  proof.insistMembers(['tree_size', 'root_hash', 'checkpoint']);
  const [size, root] = [proof.number('tree_size'), proof.sha256('root_hash')];
  insistSigned('case', proof.text('checkpoint'), vkey, size, root);
  const documents = entries.map((entry, index) =>
    containedDocument(`case records[${index}]`, entry, { treeSize: size, rootHash: root, kinds: KINDS_IN[kind] }),
  );
  insistOrder('case', documents);
  const where = `in a log of ${size} records signed by ${proof.text('checkpoint').split('\n')[0] ?? ''}`;
  if (kind === 'day') return { documents, lines: dayLines(members, documents, where) };
  const bundles = documents.filter(({ record }) => record.kind === 'bundle');
  if (kind === 'alert')
    return {
      documents,
      lines: [
        ...bundles.map((bundle) => `Verified: ${ofAlert(bundle, members.text('name'))}; ${where}.`),
        'Not verified: the alert itself, its counts and its reports, which are in no record.',
      ],
    };
  const { bundle, settlements } = partsOf('case', documents);
  members.equal('name', bundle.record.id, 'its bundle');
  const decided = settlements.at(-1)?.members.object;
  const outcome =
    decided === undefined
      ? 'no outcome is recorded in this file'
      : `the market resolved ${shortly(decided['outcome'])} ${shortly(decided['resolved_at'])} as ${shortly(decided['settled_by'])} said`;
  return {
    documents,
    lines: [
      `Verified: ${forecastWords(bundle)}; ${where}; ${outcome}.`,
      'Not verified: whether later records correct it, the exchange, and any clock but those named here.',
    ],
  };
};

const forecastWords = ({ members, record }: LoggedDocument): string =>
  `forecast ${record.id} of ${shortly(members.at('input').at('question').object['text'])}: ${shortly(members.at('prediction').object['probability_yes'])} YES, made ${record.made_at}`;

const ofAlert = (bundle: LoggedDocument, alert: string): string => {
  const stated = bundle.members.at('input').object['alert'] as { id?: unknown } | null;
  insist(stated?.id === alert, 'case', `${bundle.record.id} was not caused by the alert ${alert}`);
  return forecastWords(bundle);
};

const dayLines = (members: Members, documents: readonly LoggedDocument[], where: string): string[] => {
  const [seal] = documents;
  insist(documents.length === 1 && seal !== undefined, 'case', 'has more than one seal');
  const text = members.text('day_file');
  const read = readDayFile(text);
  if (!read.ok) throw new Broken('case day_file', read.reason);
  seal?.members.equal('date', members.object['name'], 'the day of the case');
  seal?.members.equal('day_sha256', sha256Hex(text), 'the SHA-256 of the day-file');
  insist(read.file.date === members.object['name'], 'case day_file', 'is of another day');
  return [
    `Verified: the day ${read.file.date} was sealed with ${read.file.n_records} records, which are listed here; ${where}.`,
    'Not verified: the stories of the day, which are in no record.',
  ];
};

/** Checks that the tlog-proof is about the same record. */
const checkOfflineProof = (members: Members, subject: LoggedDocument | null, vkey: string): void => {
  const what = 'case tlog_proof';
  if (subject === null) {
    members.equal('tlog_proof', null, 'that of no record');
    return;
  }
  const text = members.text('tlog_proof');
  const end = text.indexOf('\n\n');
  const [head, note] = [text.slice(0, end), text.slice(end + 2)];
  const [, , ...hashes] = head.split('\n');
  const path = hashes.map((one) => Buffer.from(decodeBase64(one) ?? []).toString('hex'));
  insist(text === offlineProof(subject.index, path, note), what, `is not a proof of record ${subject.index}`);
  insistIncluded(what, subject, path, signedTree(what, note, vkey));
};

const insistIncluded = (
  what: string,
  { index: leafIndex, record }: LoggedDocument,
  path: unknown,
  { treeSize, rootHash }: { readonly treeSize: number; readonly rootHash: string },
): void => {
  const holds = verifyInclusion({ leafIndex, treeSize, leafHash: recordLeaf(record), rootHash, path });
  insist(holds, what, `record ${record.id} is not in the tree that it is over`);
};

const clocksIn = async (
  members: Members,
  subject: LoggedDocument | null,
  { vkey, witnesses, authorities }: CaseOptions,
): Promise<string[]> => {
  const lines: string[] = [];
  const sightings: Sighting[] = [];
  for (const [at, entry] of members.list('clocks').entries()) {
    const what = `case clocks[${at}]`;
    const clock = Members.of(what, entry);
    clock.insistMembers(['statement', 'inclusion_path']);
    if (subject === null) throw new Broken(what, 'is of no record');
    const statement = clockEntry(clock.at('statement'));
    const signed = signedTree(what, statement.text('checkpoint'), vkey);
    statement.equal('tree_size', signed.treeSize, 'that of its checkpoint');
    statement.equal('root_hash', signed.rootHash, 'that of its checkpoint');
    insistIncluded(what, subject, clock.object['inclusion_path'], signed);
    const sighting = await readSighting(statement, { witnesses, authorities });
    const made = parseMicros(subject.record.made_at) ?? 0;
    insist(sighting.time >= made - TOLERANCE_MICROS, what, 'saw the record before it was made');
    sightings.push(sighting);
    lines.push(
      `${sighting.trusted ? 'Verified' : 'Not verified'}: ${sighting.kind === 'timestamp' ? 'a time stamp' : 'a cosignature'} of ${shortly(sighting.name)} has it at ${statement.text('time')}${sighting.trusted ? '' : sighting.kind === 'timestamp' ? ' (--tsa-ca FILE)' : ' (--witness VKEY)'}.`,
    );
  }
  const trusted = (kind: Sighting['kind']): boolean => sightings.some((one) => one.kind === kind && one.trusted);
  insist(
    authorities === null || trusted('timestamp'),
    'case',
    'has no time stamp whose certificate leads to a root that was given',
  );
  insist(witnesses.length === 0 || trusted('cosignature'), 'case', 'has no cosignature of a witness that was given');
  return lines;
};
