/**
 * API keys as text: `vdt_<tier>_<id>_<secret>_<checksum>`.
 *
 * - `id`, 8 characters, is public: it identifies the key in the database, in lists and in logs.
 * - `secret`, 32 characters of base 62, 190 bits. Only the SHA-256 of the whole key is stored; a random secret needs no
 * salt or slow hash.
 * - `checksum`, CRC-32 of everything before it as 6 characters of base 62, distinguishes a mistyped key from an unknown
 * one without a query, and lets secret scanners identify keys.
 */
import { timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256Bytes, sha256Hex } from '../common/sha256';

/** Tiers of keys, smallest budget first. Callers without a key are anonymous. */
export const KEY_TIERS = ['analyst', 'partner'] as const;

export type KeyTier = (typeof KEY_TIERS)[number];

const isKeyTier = (value: string): value is KeyTier => (KEY_TIERS as readonly string[]).includes(value);

interface ParsedKey {
  readonly tier: KeyTier;
  readonly id: string;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^vdt_(analyst|partner)_([0-9A-Za-z]{8})_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/;

/** Creates a key; `randomBytes(n)` must return `n` random bytes. */
export const makeKey = (tier: KeyTier, randomBytes: (count: number) => Uint8Array): string => {
  const body = `vdt_${tier}_${randomText(ID_LENGTH, randomBytes)}_${randomText(SECRET_LENGTH, randomBytes)}`;
  return `${body}_${checksum(body)}`;
};

/** The public parts of a key with valid format and checksum, else null. */
export const parseKey = (text: string): ParsedKey | null => {
  const match = FORM.exec(text);
  const [, tier, id] = match ?? [];
  if (tier === undefined || id === undefined || !isKeyTier(tier)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH - 1);
  return checksum(body) === text.slice(-CHECKSUM_LENGTH) ? { tier, id } : null;
};

export const keyDigest = (key: string): string => sha256Hex(key);

/** Compares a key with a stored digest in constant time. */
export const isKeyOfDigest = (key: string, storedDigest: string): boolean => {
  const stored = Buffer.from(storedDigest, 'hex');
  const given = sha256Bytes(key);
  return stored.length === given.length && timingSafeEqual(stored, given);
};

/** Uniform characters: bytes of 248 and above would favour the first letters and are discarded. */
const randomText = (length: number, randomBytes: (count: number) => Uint8Array): string => {
  const fair = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < fair && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return text;
};

const checksum = (body: string): string => {
  let rest = crc32(body);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
};
