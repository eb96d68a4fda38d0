import { parseMicros } from '../../../platform/common/utc-time';
import { OUTSIDE_CLOCKS_PATH } from '../../../registry/registry-path';
import type { VerifierKey } from '../../../registry/proofs/note-format';
import { marketOfBundle } from '../../../verification/history';
import { insist } from '../../../verification/finding';
import {
  nameOnly,
  OutsideBounds,
  quorumHead,
  readSightings,
  type Sighting,
} from '../../../verification/outside-clocks';
import { getIfThere } from './public-files';
import type { Findings, Reading, Report } from './report';
import type { ProvenLog, StatedClocks } from './proven-log';

export interface OutsideClockOptions {
  readonly witnesses: readonly VerifierKey[];
  /** Minimum number of them that must have cosigned one head. */
  readonly quorum: number;
  /** Root certificates of trusted authorities, PEM, or null. */
  readonly authorities: readonly string[] | null;
}

/** @param now UTC ms. @throws Broken */
export const verifyOutsideClocks = async (
  { files, report, verdict }: Reading,
  { log, keys }: Pick<ProvenLog, 'log' | 'keys'>,
  { clocks: { witnesses, quorum, authorities }, now }: { readonly clocks: OutsideClockOptions; readonly now: number },
): Promise<StatedClocks> => {
  const read = (text: string): Promise<readonly Sighting[]> =>
    readSightings(text, log, { keys, witnesses, authorities, now: now * 1000 });
  // Deployments of an older version have no such file, so no statements.
  const text = (await getIfThere(files, OUTSIDE_CLOCKS_PATH))?.text ?? '';
  const sightings = await read(text);
  insist(
    authorities === null || sightings.some(({ kind, trusted }) => kind === 'timestamp' && trusted),
    OUTSIDE_CLOCKS_PATH,
    'has no time stamp whose certificate leads to a root that was given',
  );
  if (witnesses.length > 0) insistQuorum(sightings, witnesses, quorum, report);
  const count = (kind: Sighting['kind'], trusted: boolean): number =>
    sightings.filter((one) => one.kind === kind && one.trusted === trusted).length;
  if (sightings.length > 0)
    report.held(
      'clocks outside',
      `${count('timestamp', true) + count('timestamp', false)} time stamps and ${count('cosignature', true) + count('cosignature', false)} cosignatures are of trees of this log`,
    );
  if (sightings.length === 0)
    verdict.left.push('when the log was written, by a time-stamping authority or a witness (it names none)');
  const [stamps, lines] = [count('timestamp', false), count('cosignature', false)];
  if (stamps > 0)
    verdict.left.push(
      `who made ${stamps} time stamps: their chain was not checked${authorities === null ? ' (--tsa-ca FILE sets roots)' : ', or leads to no root that was given'}`,
    );
  if (lines > 0)
    verdict.left.push(
      `${lines} cosignatures of ${namesOf(sightings).join(', ')}, whose keys were not given (--witness VKEY)`,
    );
  return { text, sightings, read };
};

const namesOf = (sightings: readonly Sighting[]): string[] => [
  ...new Set(
    sightings.filter(({ kind, trusted }) => kind === 'cosignature' && !trusted).map(({ name }) => nameOnly(name)),
  ),
];

const insistQuorum = (
  sightings: readonly Sighting[],
  witnesses: readonly VerifierKey[],
  quorum: number,
  report: Report,
): void => {
  const head = quorumHead(sightings, quorum);
  const most = Math.max(
    0,
    ...[...Array(witnesses.length).keys()].map((n) => n + 1).filter((n) => quorumHead(sightings, n) !== null),
  );
  insist(
    head !== null,
    OUTSIDE_CLOCKS_PATH,
    `no head of this log is cosigned by ${quorum} of the ${witnesses.length} witnesses that were given; the most is ${most}`,
  );
  report.held('witnesses', `${quorum} of ${witnesses.length} cosigned the log at ${head ?? 0} records`);
};

export const tellBounds = (
  { report, verdict }: Findings,
  sightings: readonly Sighting[],
  { history, log }: ProvenLog,
  quorum: number,
): void => {
  if (!sightings.some(({ trusted }) => trusted)) {
    if (history.bundles.size > 0) verdict.left.push('when forecasts were made, by any clock but the deployment’s');
    return;
  }
  const bounds = new OutsideBounds(sightings, log.records.length, quorum);
  const gaps = new Map<string, number[]>();
  let [bounded, decided, before] = [0, 0, 0];
  for (const bundle of history.bundles.values()) {
    const bound = bounds.of(bundle.index);
    const resolved = history.settlementOf(marketOfBundle(bundle));
    if (resolved !== null) decided += 1;
    if (bound === null) continue;
    bounded += 1;
    const gap = Math.max(0, bound.time - (parseMicros(bundle.record.made_at) ?? 0));
    gaps.set(bound.name, [...(gaps.get(bound.name) ?? []), gap]);
    const at = resolved === null ? null : parseMicros(resolved.text('resolved_at'));
    if (at !== null && bound.time <= at) before += 1;
  }
  for (const [name, all] of gaps) {
    const sorted = all.sort((a, b) => a - b);
    report.held(
      'clocks outside',
      `${name} is the first to bound ${sorted.length} forecasts, within ${spanOf(sorted[0])} to ${spanOf(sorted.at(-1))} of their records`,
    );
  }
  verdict.verified.push(
    `that ${bounded} of ${history.bundles.size} forecasts were in the log by a clock outside it, ${before} of ${decided} decided ones before their outcome`,
  );
  if (bounded < history.bundles.size)
    verdict.left.push(`when ${history.bundles.size - bounded} forecasts were made by any clock but the deployment’s`);
};

const spanOf = (micros = 0): string => {
  const seconds = Math.round(micros / 1e6);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
};
