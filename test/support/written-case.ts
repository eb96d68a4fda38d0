/** The JSON of cases of a written log. */
import { cosignatureSigner, readWitnessKey } from '../../src/registry/clocks/witnesses/cosignature';
import { logPolicy, offlineProof } from '../../src/registry/proofs/offline-proof';
import type { CaseContent, CaseKind } from '../../src/verification/case';
import { cosignedLine } from './clock-lines';
import type { Forged } from './forged-log';
import { BASE, SIGNER, type WrittenLog } from './written-log';

export const WITNESS = cosignatureSigner('witness.example', Buffer.alloc(32, 21));
const witnessKey = readWitnessKey(WITNESS.vkey);
if (witnessKey === null) throw new Error('no key');
export const WITNESS_KEY = witnessKey;

export const recordsOf = (log: WrittenLog, wanted: (id: string, kind: string) => boolean): CaseContent['records'] =>
  log.records.flatMap((record, index) =>
    wanted(record.id, record.kind)
      ? [
          {
            record,
            leaf_index: index,
            inclusion_path: log.path(index),
            document: JSON.parse(log.texts[index] ?? '') as object,
          },
        ]
      : [],
  );

/** Words of a stranger that must not end the place where a case keeps its JSON, nor become markup. */
export const HOSTILE = '</pre><pre id="case">{}</pre><script>alert(1)</script>&lt;';

export const caseOf = (log: WrittenLog, kind: CaseKind, name: string, parts: Partial<CaseContent>): CaseContent => {
  const records = [...(parts.records ?? []), ...((parts.receipt as Forged)?.records ?? [])] as CaseContent['records'];
  const subject = records.find(({ record }) => ['bundle', 'seal'].includes((record as Forged).kind as string));
  const leaf = subject?.leaf_index ?? 0;
  const item = (subject?.document as Forged)?.input?.items[0];
  const [key, at, sha256] = [item?.key ?? 'n-1', item?.first_seen_at ?? null, item?.content_sha256 ?? null];
  const size = log.records.length;
  return {
    schema_version: '1.0.0',
    kind,
    name,
    url: `${BASE}/${kind}/${name}`,
    written_at: '2026-11-22T12:00:00.000000Z',
    release: 'vedette test',
    synthetic: subject === undefined || (subject.document as Forged).kind === 'seal',
    vkey: SIGNER.vkey,
    policy: logPolicy(SIGNER.vkey, null, []),
    proof: parts.records === undefined ? null : { tree_size: size, root_hash: log.root(), checkpoint: log.note() },
    records: [],
    receipt: null,
    day_file: null,
    tlog_proof: subject === undefined ? null : offlineProof(leaf, log.path(leaf), log.note()),
    clocks:
      subject === undefined
        ? []
        : [{ statement: cosignedLine(log, size, WITNESS, 60), inclusion_path: log.path(leaf) }],
    evidence: [{ key, title: HOSTILE, publisher: HOSTILE, url: 'javascript:alert(1)', at, content_sha256: sha256 }],
    facts: null,
    ...parts,
  };
};
