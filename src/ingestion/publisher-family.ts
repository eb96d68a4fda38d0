/**
 * Which house a named publisher or an address belongs to, so that an aggregator's item and the copies of
 * an agency's story count for whom they come from. Data: `seed/publisher-families.json`.
 */

/** One house as the seed states it. */
export interface PublisherFamily {
  readonly family: string;
  /** Names under which it publishes, in every script. */
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

  /** Family of a publisher's name, "Reuters via Yahoo" and "reuters.com" included; null when unknown. */
  ofName(name: string): string | null {
    const folded = foldName(name);
    const first = folded.split(/\s(?:via|with|avec|through)\s|[/|,]/)[0]?.trim() ?? '';
    return this.byName.get(folded) ?? this.byName.get(first) ?? this.ofUrl(`https://${folded}/`);
  }

  /** Family of the host of an address or of one of its parent domains; null when unknown. */
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

const foldName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\s+/g, ' ')
    .trim();
