import { createHash, hash, type BinaryLike } from 'node:crypto';

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (data: BinaryLike): string => hash('sha256', data);

/** SHA-256 of the concatenation of several byte strings: 32 bytes. */
export const sha256Bytes = (...parts: readonly BinaryLike[]): Buffer => {
  const [only] = parts;
  // The one-shot function is several times faster, and every request with a key calls it.
  if (parts.length === 1 && only !== undefined) return hash('sha256', only, 'buffer');
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** SHA-256 of the concatenation of several byte strings, as 64 lower-case hex digits. */
export const sha256HexOf = (...parts: readonly BinaryLike[]): string => sha256Bytes(...parts).toString('hex');

export const hexBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

const HEX_DIGEST = /^[0-9a-f]{64}$/;

export const isSha256Hex = (value: unknown): value is string => typeof value === 'string' && HEX_DIGEST.test(value);
