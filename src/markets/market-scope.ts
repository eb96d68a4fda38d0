/**
 * Classifies questions beyond the entities of the resolver, by `seed/market-scope.json`: excluded subjects (sport,
 * awards, share prices), topics and categories of conflicts, states in all kinds of news, organisations, countries
 * without a theater with their region, and towns along a front.
 */
import { isTheater, type Theater } from '../ontology/theater';
import type { Market } from './market';
import { compilePatterns, foldedWords } from './question-words';

/** `seed/market-scope.json`. */
export interface MarketScopeSeed {
  readonly refused: readonly {
    readonly what: string;
    /** Topics (Polymarket) and categories (Kalshi) of this subject only. */
    readonly topics: readonly string[];
    /** Mixed topics: they count unless a welcome topic is present. */
    readonly soft?: readonly string[];
    readonly categories: readonly string[];
    readonly words: readonly string[];
  }[];
  readonly welcome: { readonly topics: readonly string[]; readonly categories: readonly string[] };
  /** Entities in all kinds of news, which are not enough alone. */
  readonly everywhere: readonly string[];
  /** Entities, and names of regions, whose everyday politics are not about conflict. */
  readonly calm: readonly string[];
  /** Patterns that indicate a conflict without an event. */
  readonly conflict_words: readonly string[];
  /** Locations outside of all theaters. */
  readonly regions: readonly {
    readonly region: string;
    readonly entities?: readonly string[];
    readonly names: readonly string[];
    /** Names that count alone, but not before a further name. */
    readonly surnames?: readonly string[];
  }[];
  readonly organisations: readonly string[];
  /** Country in which a party captures unknown places. */
  readonly fronts: readonly { readonly by: string; readonly entities: readonly string[] }[];
  readonly towns: readonly { readonly entities: readonly string[]; readonly names: readonly string[] }[];
}

interface ScopeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly entities: readonly string[];
  readonly region: string | null;
}

export interface MarketScope {
  /** Why a market is not about conflict ("sport: topic soccer"), or null. */
  refusal(market: Market, text: string): string | null;
  /** The exchange's topic or category of conflicts, or null. */
  welcome(market: Market): string | null;
  /** Names of the scope in a text, in order. */
  namesIn(text: string): readonly ScopeName[];
  speaksOfConflict(text: string): boolean;
  /** By attacker: the country of unknown captured places. */
  readonly fronts: ReadonlyMap<string, readonly string[]>;
  readonly everywhere: ReadonlySet<string>;
  readonly calm: ReadonlySet<string>;
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

/** Case-sensitive: many names of towns and states are also common words. */
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

export const firstTheater = (entities: readonly string[], theaters: ReadonlyMap<string, Theater>): Theater | null => {
  for (const id of entities) {
    const theater = theaters.get(id);
    if (theater !== undefined && isTheater(theater)) return theater;
  }
  return null;
};
