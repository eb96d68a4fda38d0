/** Checks the text stored with a bundle against the bundle's hashes. Pure; used for verification. */
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { fieldsOf, isFields, listOf } from '../../src/platform/common/foreign-json';
import { wordsSha256, type ItemWords } from '../../src/forecasting/input/forecast-input';

/**
 * The error in a bundle's third-party text, or null. Every item and question of the input must have text with its hash,
 * or null if withdrawn; there must be no other text.
 *
 * @param input `input` of a bundle of schema 2.0.0, not validated
 */
export const wordsProblem = (input: unknown, words: Readonly<Record<string, unknown>>): string | null => {
  const { items, crowd } = fieldsOf(input);
  const stated = new Map(
    [...listOf(items), ...listOf(crowd)].map((one) => {
      const { key, content_sha256 } = fieldsOf(one);
      return [String(key), content_sha256] as const;
    }),
  );
  for (const [key, sha256] of stated) {
    const given = Object.hasOwn(words, key) ? words[key] : undefined;
    if (given === null) continue;
    if (!isWords(given)) return `${key} has no words`;
    if (wordsSha256(given) !== sha256) return `the words of ${key} are not those that were hashed`;
  }
  const extra = Object.keys(words).find((key) => !stated.has(key));
  return extra === undefined ? null : `${extra} has words and is not in the input`;
};

/** Whether a bundle may have this value. */
export const isBundleProfile = (value: unknown): boolean => {
  try {
    canonicalJson(value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const isWords = (value: unknown): value is ItemWords => {
  if (!isFields(value) || Object.keys(value).length !== 3) return false;
  const { title, extract, url } = value;
  return (
    typeof title === 'string' && isTextOrNull(extract) && isTextOrNull(url) && isBundleProfile({ title, extract, url })
  );
};

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
