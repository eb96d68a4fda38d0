/** Resolves element names by namespace address, independently of prefixes; the feed format itself is `core`. */
import { byName } from '../../platform/common/by-name';

/** Namespace address (lower case, no trailing slash or hash) → short name. */
const VOCABULARIES = new Map(
  Object.entries({
    'http://www.w3.org/2005/atom': 'atom',
    'http://purl.org/atom/ns': 'atom',
    'http://purl.org/atom/0.3': 'atom',
    'http://purl.org/rss/1.0': 'core',
    'http://purl.org/net/rss1.1': 'core',
    'http://my.netscape.com/rdf/simple/0.9': 'core',
    'http://channel.netscape.com/rdf/simple/0.9': 'core',
    'http://my.netscape.com/publish/formats/rss-0.91.dtd': 'core',
    'http://blogs.law.harvard.edu/tech/rss': 'core',
    'http://cyber.law.harvard.edu/rss/rss.html': 'core',
    'http://backend.userland.com/rss': 'core',
    'http://backend.userland.com/rss2': 'core',
    'http://backend.userland.com/rss091': 'core',
    'http://backend.userland.com/rss092': 'core',
    'http://backend.userland.com/rss093': 'core',
    'http://www.rssboard.org/rss-specification': 'core',
    'http://www.w3.org/1999/02/22-rdf-syntax-ns': 'rdf',
    'http://purl.org/dc/elements/1.0': 'dc',
    'http://purl.org/dc/elements/1.1': 'dc',
    'http://purl.org/dc/terms': 'dcterms',
    'http://purl.org/rss/1.0/modules/content': 'content',
    'http://search.yahoo.com/mrss': 'media',
    'http://search.yahoo.com/rss': 'media',
    'http://tools.search.yahoo.com/mrss': 'media',
    'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
    'http://example.com/dtds/podcast-1.0.dtd': 'itunes',
    'http://www.w3.org/1999/xhtml': 'xhtml',
    'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner',
    'http://news.yandex.ru': 'yandex',
  }),
);

/** Default meaning of undeclared prefixes. */
const CUSTOMARY_PREFIXES = byName({
  atom: 'atom a10',
  core: 'rss',
  rdf: 'rdf',
  dc: 'dc',
  dcterms: 'dcterms',
  content: 'content',
  media: 'media',
  itunes: 'itunes',
  xhtml: 'xhtml',
  feedburner: 'feedburner',
  yandex: 'yandex',
});

/** Prefix → namespace address, in scope at an element. */
export type PrefixScope = ReadonlyMap<string, string>;

export interface FeedName {
  /** `core`, `atom` (inside other formats), `dc` …; `other` for unknown ones. */
  readonly vocabulary: string;
  readonly local: string;
}

const normalAddress = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/(?<![#/])[#/]+$/, '');

/** Splits a lower-case qualified name and resolves its prefix. Without a root, no element is `core` yet. */
export const resolveName = (qualified: string, scope: PrefixScope, root: RootName | null): FeedName => {
  const colon = qualified.indexOf(':');
  const prefix = colon === -1 ? '' : qualified.slice(0, colon);
  const local = qualified.slice(colon + 1);
  const address = scope.get(prefix);
  if (address === undefined || address === '') {
    const customary = prefix === '' ? 'core' : (CUSTOMARY_PREFIXES.get(prefix) ?? 'other');
    return { vocabulary: asCore(customary, root), local };
  }
  if (root !== null && normalAddress(address) === root.address) return { vocabulary: 'core', local };
  return { vocabulary: asCore(VOCABULARIES.get(normalAddress(address)) ?? 'other', root), local };
};

/** In an Atom document, `atom` is `core`. */
const asCore = (vocabulary: string, root: RootName | null): string =>
  vocabulary === 'atom' && root?.local === 'feed' ? 'core' : vocabulary;

export interface RootName {
  readonly local: 'rss' | 'rdf' | 'feed' | 'channel';
  /** Normalized namespace of the root: always the feed format. */
  readonly address: string;
}

/** The root of a feed, or null for other elements. */
export const rootOf = (qualified: string, scope: PrefixScope): RootName | null => {
  const colon = qualified.indexOf(':');
  const local = qualified.slice(colon + 1);
  if (local !== 'rss' && local !== 'rdf' && local !== 'feed' && local !== 'channel') return null;
  const address = normalAddress(scope.get(colon === -1 ? '' : qualified.slice(0, colon)) ?? '');
  // The RDF envelope is in the RDF namespace; the feed inside it is in that of RSS.
  return { local, address: VOCABULARIES.get(address) === 'rdf' ? '' : address };
};

/** The scope inside an element; the same scope if it declares no prefixes. Attribute names in lower case. */
export const extendScope = (scope: PrefixScope, attributes: Readonly<Record<string, string>>): PrefixScope => {
  let extended: Map<string, string> | null = null;
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    extended ??= new Map(scope);
    if (extended.size < 64) extended.set(name.slice(6), value);
  }
  return extended ?? scope;
};
