/** Statements of an authority and two witnesses on a written log, with their keys. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { present } from '../../src/platform/common/assert';
import type { OutsideClockOptions } from '../../src/delivery/cli/verify/verify-outside-clocks';
import { ReplayAuthority } from '../../src/demo/replay-authority';
import { cosignatureSigner, readWitnessKey } from '../../src/registry/clocks/witnesses/cosignature';
import { OUTSIDE_CLOCKS_PATH } from '../../src/registry/registry-path';
import { clockFiles, cosignedLine, stampedLine, type ClockLine } from './clock-lines';
import { changesOf, type Change } from './public-changes';
import type { WrittenLog } from './written-log';

const WITNESSES = ['one', 'two'].map((name, at) =>
  cosignatureSigner(`witness.example/${name}`, Buffer.alloc(32, 21 + at)),
);
/** Records in the older of the two heads. */
const OLDER = 20;

export interface StatedClocksWorld {
  readonly files: ReadonlyMap<string, Buffer>;
  /** Changes of these files, as of any, and of each byte of what was signed: of tokens, and of the lines of witnesses. */
  readonly changes: readonly Change[];
  /** For a reader who has the keys of both witnesses and the root of the authority. */
  readonly seeing: OutsideClockOptions;
  /** The same as arguments of a command line. */
  readonly args: readonly string[];
}

/** An older head and the newest, each stamped by an authority and cosigned by one of two witnesses. @param now UTC ms */
export const stateClocks = async (log: WrittenLog, now: number): Promise<StatedClocksWorld> => {
  const authority = new ReplayAuthority();
  const answering = { answer: (query: Uint8Array) => authority.answer(query, now - 60_000) };
  const [one, two] = WITNESSES.map((witness, at) =>
    cosignedLine(log, at === 0 ? OLDER : log.records.length, witness, 30),
  );
  const stamps = [await stampedLine(log, answering, OLDER), await stampedLine(log, answering, log.records.length)];
  const root = join(mkdtempSync(join(tmpdir(), 'vedette-root-')), 'root.pem');
  writeFileSync(root, await authority.root());
  const lines = [...stamps, present(one, 'line'), present(two, 'line')];
  const files = clockFiles(lines);
  return {
    files,
    changes: [...changesOf(files), ...(await Promise.all(lines.map((_, at) => byteChangesOf(lines, at)))).flat()],
    seeing: {
      witnesses: WITNESSES.map(({ vkey }) => present(readWitnessKey(vkey), 'key')),
      quorum: 1,
      authorities: [await authority.root()],
    },
    args: ['--witness', ...WITNESSES.map(({ vkey }) => vkey), '--tsa-ca', root],
  };
};

/** A token, or the line of a witness, with one byte changed. */
const byteChangesOf = async (lines: readonly ClockLine[], at: number): Promise<Change[]> => {
  const line = present(lines[at], 'line');
  const [, before, base64] = /^(.* )?([^ ]+)$/su.exec(String(line['token'] ?? line['checkpoint']).trimEnd()) ?? [];
  const member = line['token'] === undefined ? 'checkpoint' : 'token';
  const bytes = Buffer.from(base64 ?? '', 'base64');
  const parts = member === 'token' ? await partsOf(bytes) : [];
  return Array.from(bytes, (byte, place) => {
    const [part = ''] =
      parts.find(([, piece]) => place >= bytes.indexOf(piece) && place < bytes.indexOf(piece) + piece.length) ?? [];
    const kind = `${OUTSIDE_CLOCKS_PATH} ${String(line['kind'])} ${member}`;
    return {
      name: `${kind} byte ${place} of line ${at + 1}${part}, one byte another`,
      member: kind,
      way: 'one byte another',
      path: OUTSIDE_CLOCKS_PATH,
      body: () => {
        const changed = Buffer.from(bytes.with(place, byte ^ 1)).toString('base64');
        const value = member === 'token' ? changed : `${before ?? ''}${changed}\n`;
        return clockFiles(lines.with(at, { ...line, [member]: value })).get(OUTSIDE_CLOCKS_PATH) ?? null;
      },
    };
  });
};

/** Parts of a response: the signed bytes, the signature, and the certificates. */
const partsOf = async (response: Buffer): Promise<(readonly [string, Buffer])[]> => {
  const { SignedData, TimeStampResp } = await import('pkijs');
  const { timeStampToken } = TimeStampResp.fromBER(new Uint8Array(response).buffer);
  const { certificates = [], encapContentInfo, signerInfos } = new SignedData({ schema: timeStampToken?.content });
  const signer = present(signerInfos[0], 'signature');
  // The attributes are signed with another first byte than they have in the token.
  const attributes = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(1)).subarray(1);
  const content = Buffer.from(encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0));
  return [
    [' in what is signed', content],
    [' in what is signed', attributes],
    [' in its signature', Buffer.from(signer.signature.valueBlock.valueHexView)],
    ...certificates.map((one) => [' in a certificate', Buffer.from(one.toSchema().toBER(false))] as const),
  ];
};
