import fc from 'fast-check';
import { readVectors } from '../../../test/support/vectors';
import {
  checkpointText,
  noteSigner,
  parseCheckpoint,
  parseVerifierKey,
  verifyCheckpoint,
  verifyNote,
} from './signed-note';

const seed = Buffer.alloc(32, 7);
const signer = noteSigner('log.example/registry', seed);
const checkpoint = { origin: signer.name, treeSize: 13, rootHash: 'ab'.repeat(32) };
const note = signer.sign(checkpointText(checkpoint));

describe('noteSigner', () => {
  it('signs notes that its verifier key accepts', () => {
    expect(verifyCheckpoint(note, signer.vkey)).toEqual({ ok: true, checkpoint });
    expect(note).toMatch(/^log\.example\/registry\n13\nq6ur[^\n]*\n\n— log\.example\/registry [A-Za-z0-9+/]+={0,2}\n$/);
  });

  it.each(['', 'a b', 'a+b', 'a\nb', 'a\u2003b'])('refuses the name %j', (name) => {
    expect(() => noteSigner(name, seed)).toThrow(RangeError);
  });

  it('refuses a text that cannot be separated from its signatures', () => {
    expect(() => signer.sign('no newline')).toThrow(RangeError);
    expect(() => signer.sign('tab\t\n')).toThrow(RangeError);
  });
});

describe('verifyNote', () => {
  const second = noteSigner('witness.example', Buffer.alloc(32, 9));
  const cosignature = second.sign(checkpointText(checkpoint)).split('\n\n')[1] ?? '';

  it('allows signatures by unknown keys', () => {
    expect(verifyNote(`${note}${cosignature}`, signer.vkey).ok).toBe(true);
    expect(verifyNote(`${note}${cosignature}`, second.vkey).ok).toBe(true);
  });

  it('refuses every note with one changed byte', () => {
    const bytes = Buffer.from(note);
    const flip = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));

    fc.assert(
      fc.property(flip, ([at, bits]) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ bits;

        expect(verifyNote(changed.toString('utf8'), signer.vkey).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['nothing', ''],
    ['no signature', note.split('— ')[0] ?? ''],
    ['no newline at the end', note.slice(0, -1)],
    ['a line below the signatures', `${note}x\n`],
    ['a blank line below the signatures', `${note}\n`],
    ['a carriage return', note.replaceAll('\n', '\r\n')],
    ['two spaces', note.replace('— ', '—  ')],
    ['base64 without padding', note.replace(/=+\n$/, '\n')],
    ['base64 of the web', note.replace(/\+|\//g, '-')],
    [
      'the same signature with a wrong one beside it',
      `${note}${(note.split('\n\n')[1] ?? '').replace(/....=*\n$/, 'AAAA\n')}`,
    ],
    ['a text that was put in front', `first\n\n${note}`],
  ])('refuses %s', (_, text) => {
    expect(verifyNote(text, signer.vkey).ok).toBe(false);
  });

  it('refuses a note under another name or another key', () => {
    const [name, , key] = signer.vkey.split('+');

    expect(verifyNote(note, noteSigner(signer.name, Buffer.alloc(32, 8)).vkey).ok).toBe(false);
    expect(verifyNote(note, noteSigner('other.example', seed).vkey).ok).toBe(false);
    expect(verifyNote(note, `${name ?? ''}+00000000+${key ?? ''}`).ok).toBe(false);
    expect(verifyNote(note, '').ok).toBe(false);
  });
});

describe('parseVerifierKey', () => {
  it('reads a key whose base64 holds plus signs', () => {
    const vkeys = Array.from({ length: 40 }, (_, index) => noteSigner('n', Buffer.alloc(32, index)).vkey);

    expect(vkeys.some((vkey) => vkey.split('+').length > 3)).toBe(true);
    expect(vkeys.every((vkey) => parseVerifierKey(vkey) !== null)).toBe(true);
  });
});

describe('parseCheckpoint', () => {
  it('reads extension lines and ignores them', () => {
    expect(parseCheckpoint(`${checkpointText(checkpoint)}extension\n`)).toEqual(checkpoint);
  });

  it.each([
    ['a size with a leading zero', 'o\n013\nROOT\n'],
    ['a negative size', 'o\n-1\nROOT\n'],
    ['a size beyond safe integers', 'o\n9007199254740993\nROOT\n'],
    ['no origin', '\n1\nROOT\n'],
    ['a short root', 'o\n1\nq6s=\n'],
    ['a blank extension line', 'o\n1\nROOT\n\n'],
    ['no newline at the end', 'o\n1\nROOT'],
  ])('refuses %s', (_, text) => {
    const root = Buffer.alloc(32, 1).toString('base64');

    expect(parseCheckpoint(text.replace('ROOT', root))).toBeNull();
  });
});

describe('signed-note vectors', () => {
  interface Vector {
    name: string;
    seed_hex: string;
    vkey: string;
    size: number;
    root_hex: string;
    text: string;
    note: string;
    valid: boolean;
    why?: string;
  }
  const { vectors } = readVectors<{
    vectors: Vector[];
  }>('signed-note.json');

  it.each(vectors)('$name $size: $valid $why', (vector) => {
    const expected = { origin: vector.name, treeSize: vector.size, rootHash: vector.root_hex };
    const own = noteSigner(vector.name, Buffer.from(vector.seed_hex, 'hex'));

    expect(own.vkey).toBe(vector.vkey);
    expect(checkpointText(expected)).toBe(vector.text);
    if (vector.valid) expect(vector.note.startsWith(own.sign(vector.text))).toBe(true);
    expect(verifyCheckpoint(vector.note, vector.vkey).ok).toBe(vector.valid);
    if (vector.valid)
      expect(verifyCheckpoint(vector.note, vector.vkey)).toEqual({
        ok: true,
        checkpoint: expected,
      });
  });
});
