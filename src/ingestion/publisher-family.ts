/** Publisher families by name and address: aggregated items count for their origin. `seed/publisher-families.json`. */

export interface PublisherFamily {
  readonly family: string;
  readonly names: readonly string[];
  /** Registered domains, without `www`. */
  readonly domains: readonly string[];
}

export class PublisherFamilies {
  private readonly byName = new Map<string, string>();
  private readonly byDomain = new Map<string, string>();

  constructor(families: readonly PublisherFamily[]) {
    for (const { family, names, domains } of families) {
      for (const name of names) this.byName.set(foldName(name), family);
      for (const domain of domains) {
        this.byDomain.set(domain, family);
        this.byName.set(foldName(domain), family);
      }
    }
  }

  /** Family of a publisher's name, also "Reuters via Yahoo" and "reuters.com"; null when unknown. */
  ofName(name: string): string | null {
    const folded = foldName(name);
    const first = folded.split(/\s(?:via|with|avec|through)\s|[/|,]/)[0]?.trim() ?? '';
    return this.byName.get(folded) ?? this.byName.get(first) ?? this.ofUrl(`https://${folded}/`);
  }

  /** Family of an address's host or a parent domain; null when unknown. */
  ofUrl(url: string): string | null {
    let host = URL.canParse(url) ? new URL(url).hostname : '';
    while (host.includes('.')) {
      const family = this.byDomain.get(host);
      if (family !== undefined) return family;
      host = host.slice(host.indexOf('.') + 1);
    }
    return null;
  }
}

/** Families of feeds that are not in `described`: by the name of the feed, and by its host unless shared. */
export const familiesOfFeeds = (
  described: readonly PublisherFamily[],
  feeds: readonly { readonly name: string; readonly url: string | null; readonly family: string }[],
): PublisherFamily[] => {
  const known = new Set(described.map(({ family }) => family));
  const hostOf = (url: string | null): string =>
    url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  return feeds.flatMap(({ name, url, family }) => {
    if (known.has(family)) return [];
    const host = hostOf(url);
    const isShared = feeds.some((other) => other.family !== family && hostOf(other.url) === host);
    return [{ family, names: [name], domains: host === '' || isShared ? [] : [host] }];
  });
};

const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\s+/g, ' ')
    .trim();
