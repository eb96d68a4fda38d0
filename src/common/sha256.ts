import { createHash, type BinaryLike } from 'node:crypto';

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (data: BinaryLike): string =>
  createHash('sha256').update(data).digest('hex');

/** SHA-256 of the concatenation of several byte strings: 32 bytes. */
export const sha256Bytes = (...parts: readonly BinaryLike[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const HEX_DIGEST = /^[0-9a-f]{64}$/;

/** Whether a value is a SHA-256 written as 64 lower-case hex digits. */
export const isSha256Hex = (value: unknown): value is string =>
  typeof value === 'string' && HEX_DIGEST.test(value);
