import { sha256Hex } from '../../../platform/common/sha256';
import { recordLeaf } from '../../../registry/log/log-record';
import { verifyInclusion } from '../../../registry/proofs/merkle-proof';
import { bundlePath, dayFilePath, documentPath, proofPath } from '../../../registry/registry-path';
import { nextDate } from '../../../platform/common/utc-time';
import { canonicalJson } from '../../../platform/common/canonical-json';
import { readDayFile } from '../../../registry/log/day-file';
import type { LoggedDocument } from '../../../verification/documents';
import { Broken, insist } from '../../../verification/finding';
import { checkListedReceipt, receiptPath } from '../../../verification/listings';
import type { LoggedRecords } from '../../../verification/log-text';
import { PROOF_MEMBERS } from '../../../verification/record-proof';
import {
  canonicalText,
  insistMembers,
  isObject,
  Members,
  readCanonical,
  readObject,
} from '../../../verification/received-json';
import { answerSteps } from './answer-steps';
import { clockSteps } from './clock-steps';
import { sealedDatasetSteps } from './dataset-steps';
import { FRUGAL_REQUESTS, type PublicFiles } from './public-files';
import type { Reading } from './report';
import { step, type Step } from './single-step';
import { treeSteps } from './tree-steps';
import { insistSigned } from '../../../verification/signed-tree';
import type { ProvenLog } from './proven-log';
import type { Published } from './verify-published';

/** Requests reserved under a limit: three files per kept sealed day of the dataset, and some for the reader. */
const SPARED_REQUESTS = 110;

/** @throws Broken */
export const verifySingles = async (
  { files, report, verdict }: Reading,
  proven: ProvenLog,
  published: Published,
  sample: number | null,
): Promise<void> => {
  verdict.stage = 'Figures';
  const missing: string[] = [];
  const known = [...singleSteps(files, proven), ...answerSteps(files, proven, missing)];
  const ample = files.remaining === null || files.remaining >= known.length + SPARED_REQUESTS;
  const days = (sample ?? (ample ? Infinity : 0)) > known.length;
  const all = days ? [...known, ...(await sealedDatasetSteps(files, proven, published))] : known;
  const most = sample ?? (ample ? all.length : mostWithin(files));
  const chosen = all.slice(0, most);
  for (const [done, step] of chosen.entries()) {
    await step.run();
    report.progress('addresses', done + 1, chosen.length);
  }
  if (chosen.length > 0)
    report.held(
      'addresses',
      `${chosen.length - missing.length} of ${all.length} documents say the same at their own addresses`,
    );
  if (missing.length > 0)
    verdict.left.push(`what the exchanges said ${missing.length} times (the deployment did not keep it)`);
  if (!days) verdict.left.push('the dataset of each sealed day');
  if (chosen.length < all.length)
    verdict.left.push(
      `${all.length - chosen.length} of ${all.length} single addresses (receipts, bundles, proofs, days, answers of exchanges), to spare the request limit; a key raises it`,
    );
};

/** Addresses that a limit below their number allows: few without a key, else the rest of its budget. */
const mostWithin = ({ remaining, requests }: PublicFiles): number =>
  Math.max(0, FRUGAL_REQUESTS - requests - 1, (remaining ?? 0) - SPARED_REQUESTS);

export const singleSteps = (files: PublicFiles, proven: ProvenLog): readonly Step[] => [
  ...receiptSteps(files, proven),
  ...otherSteps(files, proven),
  ...treeSteps(files, proven),
  ...clockSteps(files, proven.stated),
];

/** Newest first. */
const receiptSteps = (files: PublicFiles, { history, keys, log }: ProvenLog): readonly Step[] =>
  [...history.trades.values()].reverse().map((trade) =>
    step(receiptPath(trade.document.record.id), async (path) => {
      const receipt = checkListedReceipt((await files.get(path)).text, history, trade);
      insistSigned(path, receipt.note, keys, receipt.treeSize, receipt.rootHash);
      insistSameLog(log, receipt, path, 'its proof is against the tree of another log');
    }),
  );

const otherSteps = (files: PublicFiles, proven: ProvenLog): readonly Step[] => [
  ...proven.documents.flatMap((document) => {
    const { sha256, id, kind } = document.record;
    return [
      step(proofPath(sha256), (path) => verifyProof(path, files, proven, document)),
      ...(document.proven ? [step(documentPath(sha256), (path) => verifyDocument(path, files, document))] : []),
      ...(kind === 'bundle' ? [step(bundlePath(id), (path) => verifyBundle(path, files, proven, document))] : []),
    ];
  }),
  ...proven.days.days.map(({ entry, file }) =>
    step(dayFilePath(file.date), async (path) => {
      const { text } = await files.get(path);
      insist(sha256Hex(text) === entry.object['day_sha256'], path, 'does not have the SHA-256 that the chain states');
    }),
  ),
  ...openDayStep(files, proven),
];

const verifyProof = async (
  path: string,
  files: PublicFiles,
  { log, keys }: ProvenLog,
  { record, index }: LoggedDocument,
): Promise<void> => {
  const object = readObject(path, readCanonical(path, (await files.get(path)).text));
  insistMembers(path, object, PROOF_MEMBERS);
  const proof = new Members(path, object);
  proof.equal('sha256', record.sha256, 'which was asked for');
  proof.equal('leaf_index', index, 'the position of its record');
  proof.equal('leaf_hash', recordLeaf(record), 'that of its record');
  const [treeSize, rootHash] = [proof.number('tree_size'), proof.sha256('root_hash')];
  const holds = verifyInclusion({
    leafIndex: index,
    treeSize,
    leafHash: recordLeaf(record),
    rootHash,
    path: object['inclusion_path'],
  });
  insist(holds, path, 'inclusion_path does not lead to root_hash');
  insistSigned(path, proof.text('checkpoint'), keys, treeSize, rootHash);
  insistSameLog(log, { treeSize, rootHash }, path, 'is against the tree of another log');
};

/** Older trees are equally valid; a larger one was signed during this verification. */
const insistSameLog = (
  log: LoggedRecords,
  { treeSize, rootHash }: { readonly treeSize: number; readonly rootHash: string },
  path: string,
  why: string,
): void => {
  insist(treeSize > log.records.length || log.rootAt(treeSize) === rootHash, path, why);
};

const verifyDocument = async (path: string, files: PublicFiles, { record }: LoggedDocument): Promise<void> => {
  const { text, headers } = await files.get(path);
  insist(sha256Hex(text) === record.sha256, path, 'does not have the SHA-256 of its address');
  insistTag(path, headers.get('etag'), record.sha256);
};

const verifyBundle = async (
  path: string,
  files: PublicFiles,
  { history }: ProvenLog,
  { record, members, proven }: LoggedDocument,
): Promise<void> => {
  const { text } = await files.get(path);
  const served = new Members(path, readObject(path, readCanonical(path, text)));
  served.equal('bundle', members.object, 'the bundle of the log');
  served.equal('sha256', record.sha256, 'which the log states');
  const withdrawn = new Set(
    history.withdrawals.flatMap((one) =>
      one.members.list('bundles').includes(record.id) ? [one.members.object['item']] : [],
    ),
  );
  if (members.object['schema_version'] === '1.0.0') {
    const named = served.object['withdrawn'];
    const all = Array.isArray(named) ? (named as unknown[]) : [];
    insist(
      all.every((item) => withdrawn.has(item)),
      path,
      'says that words were withdrawn, and no record of the log does',
    );
    insist(proven || all.length > 0, path, 'does not match its SHA-256');
    return;
  }
  const extra = Object.keys(served.object).find((name) => !['bundle', 'sha256', 'words'].includes(name));
  insist(extra === undefined, path, `has an unknown member ${JSON.stringify(extra)} next to the bundle`);
  insistWords(served, members, withdrawn);
};

/** The text next to a bundle must match the bundle's hashes, unless a record withdrew it. */
const insistWords = (served: Members, bundle: Members, withdrawn: ReadonlySet<unknown>): void => {
  const words = served.at('words');
  const input = bundle.at('input');
  const items = [...input.list('items'), ...input.list('crowd')].filter(isObject);
  const hashes = new Map(items.map((item) => [String(item['key']), item['content_sha256']]));
  for (const key of Object.keys(words.object))
    insist(hashes.has(key), words.what, `holds words of ${key}, which the bundle does not have`);
  for (const [key, hash] of hashes) {
    const value = words.object[key];
    const gone = value === null && withdrawn.has(key);
    const same = isObject(value) && sha256Hex(canonicalText(value)) === hash;
    insist(gone || same, words.what, `the words of ${key} do not have the SHA-256 that the bundle holds`);
  }
};

const openDayStep = (files: PublicFiles, { log, days, keys, checkpoint }: ProvenLog): readonly Step[] => {
  const sealed = days.days.at(-1);
  const size = sealed?.file.tree_size ?? 0;
  const next = log.records[size];
  if (next === undefined) return [];
  const date = next.made_at.slice(0, 10);
  const records = log.records.slice(size).filter(({ made_at }) => made_at.slice(0, 10) === date);
  return [
    step(dayFilePath(date), async (path) => {
      const read = readDayFile((await files.get(path)).text);
      if (!read.ok) throw new Broken(path, read.reason);
      const { file } = read;
      const same = canonicalJson(file.records.slice(0, records.length)) === canonicalJson(records);
      insist(same, path, 'its records are not those of the log');
      insist(file.origin === checkpoint.origin, path, 'is of another log');
      // Days between the last sealed one and this may have been sealed since, so their hashes are unknown.
      const follows = sealed !== undefined && nextDate(sealed.file.date) === date;
      insist(
        !follows || file.prev_hash === sealed.entry.object['combined_hash'],
        path,
        'prev_hash is not that of the chain',
      );
      insistSigned(path, file.checkpoint, keys, file.tree_size, file.root_hash);
      const tree = { treeSize: file.tree_size, rootHash: file.root_hash };
      insistSameLog(log, tree, path, 'root_hash is not that of the log');
    }),
  ];
};

const insistTag = (path: string, tag: string | null, sha256: string): void => {
  insist(tag === null || tag.replace(/^W\//, '') === `"${sha256}"`, path, 'its ETag is not its SHA-256');
};
