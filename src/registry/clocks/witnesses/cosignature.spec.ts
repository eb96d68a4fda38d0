import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packagePath } from '../../../platform/common/package-root';
import { noteSigner } from '../../proofs/signed-note';
import { cosignatureOf, cosignatureSigner, readWitnessKey, readWitnessKeyText, witnessKeyText } from './cosignature';

const log = noteSigner('example.org/log', Buffer.alloc(32, 1));
const TEXT = `example.org/log\n2\n${Buffer.alloc(32, 5).toString('base64')}\n`;
const NOTE = log.sign(TEXT);
const seed = Buffer.alloc(32, 2);
const witness = cosignatureSigner('witness.example/w1', seed);
const key = readWitnessKey(witness.vkey);
if (key === null) throw new Error('the key that we wrote cannot be read');
const TIME = 1_679_315_147;

describe('a cosignature', () => {
  it('signs the words of the document: header, time, and the text of the note', () => {
    const note = NOTE + witness.cosign(TEXT, TIME);
    expect(cosignatureOf(note, key)).toEqual({
      name: 'witness.example/w1',
      keyId: key.id,
      time: TIME * 1_000_000,
      line: witness.cosign(TEXT, TIME),
    });
    // By hand from C2SP tlog-cosignature, with none of our code.
    const bytes = Buffer.from((witness.cosign(TEXT, TIME).split(' ')[2] ?? '').trim(), 'base64');
    expect(bytes.length).toBe(4 + 8 + 64);
    expect(bytes.readBigUInt64BE(4)).toBe(BigInt(TIME));
    const privateKey = createPrivateKey({
      key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
      format: 'der',
      type: 'pkcs8',
    });
    expect(bytes.subarray(12)).toEqual(sign(null, Buffer.from(`cosignature/v1\ntime ${TIME}\n${TEXT}`), privateKey));
  });

  it('is refused over another text, with another time, cut short, or at no time', () => {
    const line = witness.cosign(TEXT, TIME);
    const bytes = Buffer.from((line.split(' ')[2] ?? '').trim(), 'base64');
    const withBytes = (changed: Buffer): string => `${NOTE}— ${witness.name} ${changed.toString('base64')}\n`;
    const later = Buffer.from(bytes);
    later.writeBigUInt64BE(BigInt(TIME + 1), 4);
    const never = Buffer.from(bytes);
    never.writeBigUInt64BE(0n, 4);
    const far = Buffer.from(bytes);
    far.writeBigUInt64BE(2n ** 63n, 4);
    const other = log.sign(TEXT.replace('\n2\n', '\n3\n')) + line;
    for (const note of [other, withBytes(later), withBytes(never), withBytes(far), withBytes(bytes.subarray(0, 70))])
      expect(cosignatureOf(note, key)).toEqual({ reason: 'a cosignature does not verify' });
    expect(cosignatureOf(NOTE, key)).toBeNull();
    const stranger = cosignatureSigner('witness.example/w1', Buffer.alloc(32, 9));
    expect(cosignatureOf(NOTE + stranger.cosign(TEXT, TIME), key)).toBeNull();
  });

  it('keys are distinct from those of logs, and read back from their file', () => {
    expect(readWitnessKey(log.vkey)).toBeNull();
    expect(readWitnessKeyText(witnessKeyText(witness.name, seed))?.vkey).toBe(witness.vkey);
    for (const text of ['', 'PRIVATE+KEY+a+00000000+AA==\n', witnessKeyText(witness.name, seed).replace('w1', 'w2')])
      expect(readWitnessKeyText(text)).toBeNull();
  });
});

describe('another implementation, transparency-dev/formats in Go', () => {
  interface Vector {
    readonly note: string;
    readonly log: string;
    readonly witness: string;
    readonly time: number;
  }
  const vectors = JSON.parse(readFileSync(packagePath('test', 'vectors', 'cosignatures.json'), 'utf8')) as Vector[];

  it('made cosignatures that we read', () => {
    expect(vectors.length).toBeGreaterThan(2);
    for (const { note, witness: vkey, time } of vectors) {
      const verifier = readWitnessKey(vkey);
      expect(verifier && cosignatureOf(note, verifier)).toMatchObject({ time: time * 1_000_000 });
    }
  });
});
