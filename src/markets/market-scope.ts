/**
 * What a question is about beyond the entities that the resolver knows, by `seed/market-scope.json`: subjects that
 * are no conflict (sport, awards, prices of shares), topics and categories of the exchanges under which conflicts are
 * listed, states that are in the news of everything, organisations, countries without a theater and the region that
 * they lie in, and towns along a front.
 */
import { isTheater, type Theater } from '../ontology/theater';
import type { Market } from './market';
import { compilePatterns, foldedWords } from './question-words';

/** `seed/market-scope.json`. */
export interface MarketScopeSeed {
  readonly refused: readonly {
    /** The subject, in words. */
    readonly what: string;
    /** Topics (Polymarket) and categories (Kalshi) that hold nothing else. */
    readonly topics: readonly string[];
    /** Topics that hold some of it: they count where no welcome topic stands beside them. */
    readonly soft?: readonly string[];
    readonly categories: readonly string[];
    /** Patterns of question-words.ts. */
    readonly words: readonly string[];
  }[];
  /** Topics and categories under which conflicts are listed. */
  readonly welcome: { readonly topics: readonly string[]; readonly categories: readonly string[] };
  /** Entities that are in the news of everything: naming them alone says nothing. */
  readonly everywhere: readonly string[];
  /** Entities, and names of regions, whose everyday politics are no question of conflict. */
  readonly calm: readonly string[];
  /** Patterns that speak of a conflict without saying what happens in it. */
  readonly conflict_words: readonly string[];
  /** Where the interface has no theater. */
  readonly regions: readonly {
    readonly region: string;
    readonly entities?: readonly string[];
    readonly names: readonly string[];
    /** Names that count alone, and not before a further name. */
    readonly surnames?: readonly string[];
  }[];
  readonly organisations: readonly string[];
  /** Whose captures of places that nobody has heard of lie in which country. */
  readonly fronts: readonly { readonly by: string; readonly entities: readonly string[] }[];
  /** Towns along a front, with the entities that they stand for. */
  readonly towns: readonly { readonly entities: readonly string[]; readonly names: readonly string[] }[];
}

/** A name of the scope found in a question, with what it stands for. */
interface ScopeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly entities: readonly string[];
  readonly region: string | null;
}

export interface MarketScope {
  /** Why a market is no question of conflict ("sport: topic soccer"), or null. */
  refusal(market: Market, text: string): string | null;
  /** The topic or category of the exchange under which conflicts are listed, or null. */
  welcome(market: Market): string | null;
  /** Names of the scope in a text, in its order. */
  namesIn(text: string): readonly ScopeName[];
  /** Whether a text has words of a conflict. */
  speaksOfConflict(text: string): boolean;
  /** By who takes a place: the country in which unknown places are taken. */
  readonly fronts: ReadonlyMap<string, readonly string[]>;
  readonly everywhere: ReadonlySet<string>;
  readonly calm: ReadonlySet<string>;
  /** Region of an entity without a theater. */
  readonly regionOf: ReadonlyMap<string, string>;
}

export const compileScope = (seed: MarketScopeSeed): MarketScope => {
  const refused = seed.refused.map(({ what, topics, soft = [], categories, words }) => ({
    what,
    topics: new Set(topics),
    soft: new Set(soft),
    categories: new Set(categories),
    words: compilePatterns(words),
  }));
  const topics = new Set(seed.welcome.topics);
  const categories = new Set(seed.welcome.categories);
  const names = namesOf(seed);
  const conflict = compilePatterns(seed.conflict_words);
  return {
    everywhere: new Set(seed.everywhere),
    calm: new Set(seed.calm),
    fronts: new Map(seed.fronts.map(({ by, entities }) => [by, entities])),
    speaksOfConflict: (text) => conflict?.test(foldedWords(text)) ?? false,
    regionOf: new Map(
      seed.regions.flatMap(({ region, entities = [] }) => entities.map((id): [string, string] => [id, region])),
    ),
    refusal: (market, text) => {
      const words = foldedWords(text);
      const welcome = market.tags.some((tag) => topics.has(tag));
      for (const { what, ...rule } of refused) {
        const topic = market.tags.find((tag) => rule.topics.has(tag) || (!welcome && rule.soft.has(tag)));
        if (topic !== undefined) return `${what}: topic ${topic}`;
        if (market.category !== null && rule.categories.has(market.category))
          return `${what}: category ${market.category}`;
        const found = rule.words?.exec(words) ?? null;
        if (found !== null) return `${what}: “${found[0]}”`;
      }
      return null;
    },
    welcome: (market) => {
      const topic = market.tags.find((tag) => topics.has(tag));
      if (topic !== undefined) return `topic ${topic}`;
      return market.category !== null && categories.has(market.category) ? `category ${market.category}` : null;
    },
    namesIn: (text) =>
      [...text.matchAll(names.pattern)].flatMap((match) => {
        const stands = names.byName.get(match[0]);
        return stands === undefined
          ? []
          : [{ name: match[0], start: match.index, end: match.index + match[0].length, ...stands }];
      }),
  };
};

type StandsFor = Pick<ScopeName, 'entities' | 'region'>;

/** Names count as they are written, capitals included: towns and states share letters with common words. */
const namesOf = (seed: MarketScopeSeed): { pattern: RegExp; byName: ReadonlyMap<string, StandsFor> } => {
  const byName = new Map<string, StandsFor>([
    ...seed.organisations.map((name): [string, StandsFor] => [name, { entities: [], region: null }]),
    ...seed.regions.flatMap(({ region, names, surnames = [] }) =>
      [...names, ...surnames].map((name): [string, StandsFor] => [name, { entities: [], region }]),
    ),
    ...seed.towns.flatMap(({ entities, names }) =>
      names.map((name): [string, StandsFor] => [name, { entities, region: null }]),
    ),
  ]);
  const surnames = new Set(seed.regions.flatMap(({ surnames: given = [] }) => given));
  const written = [...byName.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => {
      const source = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return surnames.has(name) ? `${source}(?! \\p{Lu})` : source;
    });
  return {
    pattern: new RegExp(`(?<![\\p{L}\\d])(?:${written.join('|')})(?![\\p{L}\\d])`, 'gu'),
    byName,
  };
};

/** The theater of the first of some entities that has one. */
export const firstTheater = (entities: readonly string[], theaters: ReadonlyMap<string, Theater>): Theater | null => {
  for (const id of entities) {
    const theater = theaters.get(id);
    if (theater !== undefined && isTheater(theater)) return theater;
  }
  return null;
};
