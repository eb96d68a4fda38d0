/** Every bundle that the log commits to, its inclusion proof, and its market in the coverage list. */
import { canonicalizeText } from '../../common/canonical-json';
import { wordsProblem } from '../../forecasting/input/check-words';
import { recordDate, recordLeaf, type LogRecord } from '../../registry/log-record';
import { verifyInclusion } from '../../registry/merkle-proof';
import { bundlePath, proofPath } from '../../registry/registry-path';
import { isComplete, readServedBundle } from '../../registry/served-document';
import { verifyCheckpoint } from '../../registry/signed-note';
import type { PublicFiles } from './public-files';
import { insistMembers, readCanonical, readObject, type JsonObject } from './received-json';
import { Broken, insist, type Report } from './report';
import { verifyGrowth, type ProvenLog } from './verify-log';

/** Bundles by id, as proven. */
export type ProvenBundles = ReadonlyMap<string, JsonObject>;

export const verifyDocuments = async (
  files: PublicFiles,
  report: Report,
  log: ProvenLog,
  chosen: readonly number[],
): Promise<ProvenBundles> => {
  const bundles = new Map<string, JsonObject>();
  const withdrawn: string[] = [];
  for (const [done, index] of chosen.entries()) {
    const record = log.records[index];
    if (record?.kind === 'bundle') {
      const { value, whole } = await bundle(files, record);
      bundles.set(record.id, value);
      if (!whole) withdrawn.push(record.id);
    }
    report.progress('bundles', done + 1, chosen.length);
  }
  report.held('bundles', `${bundles.size - withdrawn.length} have the hash that the log states`);
  if (withdrawn.length > 0)
    report.note(
      `words of items were withdrawn from ${withdrawn.length} bundles: their hash is in the log and cannot be recomputed from what is left, nor can what they say be proven (${withdrawn.slice(0, 5).join(', ')})`,
    );
  const grown = new Map<number, string>([[log.checkpoint.treeSize, log.checkpoint.rootHash]]);
  for (const [done, index] of chosen.entries()) {
    const record = log.records[index];
    if (record !== undefined) await inclusion(files, log, record, index, grown);
    report.progress('inclusion proofs', done + 1, chosen.length);
  }
  report.held('inclusion proofs', `${chosen.length} verify against signed roots`);
  return bundles;
};

const bundle = async (
  files: PublicFiles,
  record: LogRecord,
): Promise<{ value: JsonObject; whole: boolean }> => {
  const path = bundlePath(record.id);
  const { text, headers } = await files.get(path);
  const read = readServedBundle(text);
  if (read === null) throw new Broken(path, 'its bundle does not have the SHA-256 beside it');
  insist(read.sha256 === record.sha256, path, `has the SHA-256 ${read.sha256}, the log says ${record.sha256}`); // prettier-ignore
  const tag = headers.get('etag')?.replace(/^W\//, '');
  const whole = read.withdrawn.length === 0;
  const complete = isComplete(read);
  insist(tag === undefined || !complete || tag === `"${record.sha256}"`, path, 'its ETag is not its SHA-256'); // prettier-ignore
  insist(isCanonical(read.text), path, 'its bundle is not canonical JSON');
  const value = readObject(path, JSON.parse(read.text));
  insist(value['bundle_id'] === record.id, path, 'bundle_id is not that of its record');
  insist(value['made_at'] === record.made_at, path, 'made_at is not that of its record');
  const wrong = read.words === null ? null : wordsProblem(value['input'], read.words);
  insist(wrong === null, path, String(wrong));
  return { value, whole };
};

const isCanonical = (text: string): boolean => {
  try {
    return canonicalizeText(text) === text;
  } catch {
    return false; // Not JSON at all is not canonical either.
  }
};

const PROOF_MEMBERS = [
  'checkpoint',
  'inclusion_path',
  'leaf_hash',
  'leaf_index',
  'root_hash',
  'sha256',
  'tree_size',
];

const inclusion = async (
  files: PublicFiles,
  log: ProvenLog,
  record: LogRecord,
  index: number,
  grown: Map<number, string>,
): Promise<void> => {
  const path = proofPath(record.sha256);
  const proof = readObject(path, readCanonical(path, (await files.get(path)).text));
  insistMembers(path, proof, PROOF_MEMBERS);
  const { tree_size: treeSize, root_hash: rootHash, checkpoint } = proof;
  insist(proof['sha256'] === record.sha256, path, 'is about another document');
  insist(proof['leaf_index'] === index, path, `leaf_index is not ${index}`);
  insist(proof['leaf_hash'] === recordLeaf(record), path, 'leaf_hash is not that of the record');
  const holds = verifyInclusion({
    leafIndex: index,
    treeSize,
    leafHash: recordLeaf(record),
    rootHash,
    path: proof['inclusion_path'],
  });
  insist(holds, path, 'inclusion_path does not lead to root_hash');
  const signed = verifyCheckpoint(String(checkpoint), log.vkey);
  if (!signed.ok) throw new Broken(path, `checkpoint: ${signed.reason}`);
  const head = signed.checkpoint;
  const own = head.treeSize === treeSize && head.rootHash === rootHash;
  insist(own, path, 'its checkpoint signs another tree');
  await sameLog(files, log, head.treeSize, head.rootHash, grown, path);
};

/** The log may have grown since its checkpoint was read; then it must have grown from it. */
const sameLog = async (
  files: PublicFiles,
  log: ProvenLog,
  treeSize: number,
  rootHash: string,
  grown: Map<number, string>,
  path: string,
): Promise<void> => {
  const known = grown.get(treeSize);
  insist(known === undefined || known === rootHash, path, 'root_hash is not that of the log');
  if (known !== undefined) return;
  const first = log.checkpoint.treeSize;
  insist(treeSize > first, path, 'is against an older tree than the checkpoint');
  await verifyGrowth(files, { first, second: treeSize, root1: log.checkpoint.rootHash, root2: rootHash }); // prettier-ignore
  grown.set(treeSize, rootHash);
};

/** A market that was forecast is in the coverage list of its day, and the other way round. */
export const verifyCoverage = (report: Report, log: ProvenLog, bundles: ProvenBundles): void => {
  const forecast = new Map<string, Set<string>>();
  for (const record of log.records) {
    const value = bundles.get(record.id);
    if (value === undefined) continue;
    const market = marketOf(value);
    if (market === null) continue;
    const date = recordDate(record);
    forecast.set(date, (forecast.get(date) ?? new Set()).add(market));
  }
  let markets = 0;
  for (const [date, coverage] of log.coverage) {
    const what = `coverage of ${date}`;
    const status = new Map(coverage.map((entry) => [`${entry.exchange}/${entry.ticker}`, entry.status])); // prettier-ignore
    for (const market of forecast.get(date) ?? []) {
      const listed = status.get(market);
      insist(listed !== undefined, what, `${market} was forecast and is not listed`);
      insist(listed !== 'not_scored', what, `${market} was forecast and is listed as not scored`);
    }
    for (const [market, listed] of status) {
      const missing = listed === 'predicted' && !(forecast.get(date)?.has(market) ?? false);
      insist(!missing || bundles.size < log.records.length, what, `${market} is listed as predicted and no bundle of that day is about it`); // prettier-ignore
    }
    markets += coverage.length;
  }
  report.held('coverage', `${markets} markets listed over ${log.coverage.size} sealed days`);
};

/** `exchange/ticker` that a bundle is about, or null. */
export const marketOf = (bundle: JsonObject): string | null => {
  const input = bundle['input'] as
    { question?: { exchange?: unknown; ticker?: unknown } } | undefined;
  const { exchange, ticker } = input?.question ?? {};
  return typeof exchange === 'string' && typeof ticker === 'string'
    ? `${exchange}/${ticker}`
    : null;
};
