/**
 * What is kept of an item that its publisher withdrew: who said it, when, what it touched and the SHA-256
 * of its words (`content_sha256`), but not the words. They are taken out of what stands beside a bundle,
 * which no hash covers.
 *
 * A bundle of schema 1.0.0 holds the words itself. The record in the log keeps the hash that the bundle
 * had, so that log and chain verify as before; the hash itself can be recomputed again only by whoever
 * puts the same words back.
 */
import { canonicalizeText, canonicalJson } from '../../platform/common/canonical-json';

interface HeldItem {
  key: string;
  title: string;
  extract: string | null;
  url: string | null;
  /** Only where its words were taken out. */
  withdrawn?: true;
}

interface Held {
  readonly input?: { readonly items?: readonly HeldItem[] };
}

/** The words beside a bundle without those of one item; null when it has none of them. */
export const wordsWithout = (words: string, key: string): string | null => {
  const held = JSON.parse(words) as Record<string, unknown>;
  if (!Object.hasOwn(held, key) || held[key] === null) return null;
  return canonicalizeText(JSON.stringify({ ...held, [key]: null }));
};

/** A bundle's canonical text without the words of one item. */
export const withoutWordsOf = (text: string, key: string): string => {
  const bundle = JSON.parse(text) as Held;
  for (const item of itemsOf(bundle))
    if (item.key === key) Object.assign(item, { title: '', extract: null, url: null, withdrawn: true });
  return canonicalJson(bundle);
};

/** Keys of the items whose words are gone, sorted. */
export const withdrawnKeys = (bundle: unknown): string[] =>
  itemsOf(bundle)
    .filter((item) => item.withdrawn && item.title === '' && item.extract === null && item.url === null)
    .map(({ key }) => key)
    .sort();

const itemsOf = (bundle: unknown): readonly HeldItem[] => {
  const items = (bundle as Held | null)?.input?.items;
  return Array.isArray(items) ? (items as readonly HeldItem[]) : [];
};
