/**
 * Removal of the texts of an item withdrawn by its publisher. Author, time, relations and the SHA-256 of the texts
 * (`content_sha256`) are kept. The texts are served with a bundle but not hashed.
 *
 * A bundle of schema 1.0.0 contains the texts itself. Its record keeps the original hash, so that log and chain still
 * verify; to recompute the hash one must restore the texts.
 */
import { canonicalizeText, canonicalJson } from '../../platform/common/canonical-json';

interface HeldItem {
  key: string;
  title: string;
  extract: string | null;
  url: string | null;
  withdrawn?: true;
}

interface Held {
  readonly input?: { readonly items?: readonly HeldItem[] };
}

/** The texts of a bundle without those of one item; null when it has none of them. */
export const wordsWithout = (words: string, key: string): string | null => {
  const held = JSON.parse(words) as Record<string, unknown>;
  if (!Object.hasOwn(held, key) || held[key] === null) return null;
  return canonicalizeText(JSON.stringify({ ...held, [key]: null }));
};

export const withoutWordsOf = (text: string, key: string): string => {
  const bundle = JSON.parse(text) as Held;
  for (const item of itemsOf(bundle))
    if (item.key === key) Object.assign(item, { title: '', extract: null, url: null, withdrawn: true });
  return canonicalJson(bundle);
};

export const withdrawnKeys = (bundle: unknown): string[] =>
  itemsOf(bundle)
    .filter((item) => item.withdrawn && item.title === '' && item.extract === null && item.url === null)
    .map(({ key }) => key)
    .sort();

const itemsOf = (bundle: unknown): readonly HeldItem[] => {
  const items = (bundle as Held | null)?.input?.items;
  return Array.isArray(items) ? (items as readonly HeldItem[]) : [];
};
