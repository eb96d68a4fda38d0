/** Offline proof of a record: C2SP tlog-proof and tlog-policy (https://c2sp.org/tlog-proof, /tlog-policy). Pure. */
import type { Environment } from '../../platform/config/environment';
import { readWitnesses } from '../clocks/outside-clock';
import { base64Of } from './note-format';

/**
 * @param index of the record, from 0
 * @param path inclusion path from the leaf up, 64 hex digits each
 * @param checkpoint signed note of the path's tree, cosignatures included
 */
export const offlineProof = (index: number, path: readonly string[], checkpoint: string): string =>
  ['c2sp.org/tlog-proof@v1', `index ${index}`, ...path.map(base64Of), '', checkpoint].join('\n');

interface PolicyWitness {
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
}

/**
 * A policy that requires the log's signature and, if there are witnesses, one cosignature.
 *
 * @param url prefix of the log, or null without a public address
 */
export const logPolicy = (vkey: string, url: string | null, witnesses: readonly PolicyWitness[]): string => {
  const lines = [
    '# What this log states of itself. Whoever trusts other witnesses, or asks for more of them, edits this file.',
    url === null ? `log ${vkey}` : `log ${vkey} ${url}`,
    ...witnesses.map((witness, at) => `witness ${nameOf(witness, at)} ${witness.vkey} ${witness.url}`),
    ...(witnesses.length === 0 ? [] : [`group any-witness any ${witnesses.map(nameOf).join(' ')}`]),
    `quorum ${witnesses.length === 0 ? 'none' : 'any-witness'}`,
  ];
  return `${lines.join('\n')}\n`;
};

export const policyOf = (
  vkey: string,
  { publicUrl, witnesses }: Pick<Environment, 'publicUrl' | 'witnesses'>,
): string =>
  logPolicy(
    vkey,
    publicUrl === null ? null : `${publicUrl}/api/registry`,
    readWitnesses(witnesses).map(({ name, vkey: key, url }) => ({ name, vkey: key ?? '', url })),
  );

/** Unique names within the file; two witnesses may have the same name. */
const nameOf = ({ name }: PolicyWitness, at: number): string => `w${at + 1}-${name}`;
