/**
 * A logged document as it is served: `{"bundle":…,"sha256":"…","words":{…}}`, where the first member is the
 * stored canonical text, byte for byte, the second its SHA-256, and the third what third parties wrote in
 * its items, by key: null where that was withdrawn. The bundle holds hashes of the words and not the words,
 * so that a withdrawal changes no hash. The whole is canonical too.
 *
 * Bundles of schema 1.0.0 hold the words themselves and have no `words`. Where one was withdrawn from such
 * a bundle, `"withdrawn":["<key>",…]` follows, and the hash is that of the text before.
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

/** A stored document as it is served. */
export const servedCopy = (document: {
  readonly text: string;
  readonly sha256: string;
  readonly withdrawn?: readonly string[] | null;
  readonly words?: string | null;
}): string =>
  servedBundle(document.text, document.sha256, { withdrawn: document.withdrawn ?? [], words: document.words ?? null });

/** Words by key; what they hold is not checked here. */
type ServedWords = Readonly<Record<string, unknown>>;

interface ReadBundle {
  readonly text: string;
  /** The hash that the log commits to. */
  readonly sha256: string;
  /** Schema 1.0.0: keys of the items whose words are gone; where there is one, the text has another hash now. */
  readonly withdrawn: readonly string[];
  /** What stands beside the bundle; null for schema 1.0.0. */
  readonly words: ServedWords | null;
}

/** Whether nothing was withdrawn: such an answer never changes. */
export const isComplete = ({ withdrawn, words }: ReadBundle): boolean =>
  withdrawn.length === 0 && !Object.values(words ?? {}).includes(null);

/** Whether the words beside a bundle that are there have the hashes that it states of them. */
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

/**
 * The canonical text and hash inside a served bundle. Null when its hash is not that of its text, when it
 * is not exactly of one of the two forms, or when it says of other items than those without words that
 * they were withdrawn.
 */
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
