import { randomBytes } from 'node:crypto';
import { hexBytes as nodeHexBytes, sha256Hex as nodeSha256Hex, sha256HexOf as nodeSha256HexOf } from './sha256';
import { hexBytes, sha256Hex, sha256HexOf } from './sha256-browser';

describe('SHA-256 of the browser', () => {
  it('is that of Node for every length around the block borders', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = randomBytes(length);
      expect(sha256Hex(bytes)).toBe(nodeSha256Hex(bytes));
    }
    const long = randomBytes(100_003);
    expect(sha256Hex(long)).toBe(nodeSha256Hex(long));
  });

  it('joins parts and reads hex as Node does', () => {
    const hex = nodeSha256Hex('x');
    expect(Array.from(hexBytes(hex))).toEqual(Array.from(nodeHexBytes(hex)));
    expect(sha256HexOf(Uint8Array.of(1), hexBytes(hex), 'Überlänge 停火')).toBe(
      nodeSha256HexOf(Uint8Array.of(1), nodeHexBytes(hex), 'Überlänge 停火'),
    );
  });
});
