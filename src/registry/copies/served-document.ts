/**
 * A logged document as served: `{"bundle":…,"sha256":"…","words":{…}}`, canonical as a whole. `bundle` is the stored
 * canonical text, byte for byte; `sha256` its hash; `words` the third-party texts of its items by key, null when
 * withdrawn. The bundle contains only hashes of these texts, so a withdrawal changes no hash.
 *
 * Bundles of schema 1.0.0 contain the texts themselves and have no `words`. After a withdrawal
 * `"withdrawn":["<key>",…]` follows, and `sha256` is the hash before it.
 */
import { canonicalJson, canonicalizeText } from '../../platform/common/canonical-json';
import { isSha256Hex, sha256Hex } from '../../platform/common/sha256';
import { withdrawnKeys } from '../log/withdrawn-text';

export const servedBundle = (
  text: string,
  sha256: string,
  beside: { readonly withdrawn?: readonly string[]; readonly words?: string | null } = {},
): string => {
  const { withdrawn = [], words = null } = beside;
  const tail =
    words !== null ? `,"words":${words}` : withdrawn.length > 0 ? `,"withdrawn":${JSON.stringify(withdrawn)}` : '';
  return `{"bundle":${text},"sha256":"${sha256}"${tail}}`;
};

export const servedCopy = (document: {
  readonly text: string;
  readonly sha256: string;
  readonly withdrawn?: readonly string[] | null;
  readonly words?: string | null;
}): string =>
  servedBundle(document.text, document.sha256, { withdrawn: document.withdrawn ?? [], words: document.words ?? null });

/** Item texts by key, not validated. */
type ServedWords = Readonly<Record<string, unknown>>;

interface ReadBundle {
  readonly text: string;
  /** The hash that the log commits to. */
  readonly sha256: string;
  /** Schema 1.0.0: keys of the items with withdrawn texts; if there are any, the hash no longer matches the text. */
  readonly withdrawn: readonly string[];
  /** Null for schema 1.0.0. */
  readonly words: ServedWords | null;
}

/** Whether no text was withdrawn: such a response never changes. */
export const isComplete = ({ withdrawn, words }: ReadBundle): boolean =>
  withdrawn.length === 0 && !Object.values(words ?? {}).includes(null);

/** Whether the item texts have the hashes stated in the bundle. */
export const wordsHold = ({ text, words }: ReadBundle): boolean => {
  if (words === null) return true;
  const { input } = JSON.parse(text) as { input?: { items?: unknown; crowd?: unknown } };
  const stated = [input?.items, input?.crowd]
    .flatMap((list) => (Array.isArray(list) ? (list as Record<string, unknown>[]) : []))
    .map(({ key, content_sha256 }) => [key, content_sha256] as const);
  const hashes = new Map(stated);
  return Object.entries(words).every(
    ([key, value]) => value === null || sha256Hex(canonicalJson(value)) === hashes.get(key),
  );
};

/** Parses a served bundle. Null if its hash, form, or withdrawn keys do not match its text. */
export const readServedBundle = (served: string): ReadBundle | null => {
  try {
    return readParts(served);
  } catch {
    return null; // Not JSON, or nested too deep.
  }
};

const readParts = (served: string): ReadBundle | null => {
  const document = JSON.parse(served) as Record<string, unknown> | null;
  const { bundle, sha256, withdrawn, words } = document ?? {};
  if (!isSha256Hex(sha256) || typeof bundle !== 'object') return null;
  const text = canonicalizeText(JSON.stringify(bundle));
  if (withdrawn !== undefined) {
    const keys = withdrawnKeys(bundle);
    const stated = keys.length > 0 && JSON.stringify(withdrawn) === JSON.stringify(keys);
    const same = served === servedBundle(text, sha256, { withdrawn: keys });
    return stated && same ? { text, sha256, withdrawn: keys, words: null } : null;
  }
  if (sha256Hex(text) !== sha256) return null;
  if (words === undefined)
    return served === servedBundle(text, sha256) ? { text, sha256, withdrawn: [], words: null } : null;
  if (typeof words !== 'object' || words === null || Array.isArray(words)) return null;
  const beside = canonicalizeText(JSON.stringify(words));
  return served === servedBundle(text, sha256, { words: beside })
    ? { text, sha256, withdrawn: [], words: words as ServedWords }
    : null;
};
