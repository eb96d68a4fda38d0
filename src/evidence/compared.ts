/** What the comparisons of one item have found so far: it is compared with many markets, whose acts and parties are few. */
import type { Party } from './market-scope';

/** The act asked, one close to it, or another. */
export type Nearness = 'asked' | 'close' | 'far';

export interface Covered {
  readonly factor: number;
  /** In words, made where it is wanted: most items are compared in vain. */
  readonly path: (() => string) | null;
  /** Whether the title does it. */
  readonly isTitle: boolean;
  /** The entity that covers; null for a name of the question itself, its words, or nobody. */
  readonly by: string | null;
  /** Whether it needed a step of the graph, a language or a phrase such as “both sides”. */
  readonly isStep: boolean;
}

export interface ActTold {
  readonly factor: number;
  readonly nearness: Nearness;
  /** Whether the title tells it. */
  readonly isTitle: boolean;
  readonly path: () => string;
}

export interface TopicTold {
  readonly factor: number;
  readonly paths: readonly string[];
}

export interface Compared {
  /** By the act asked, of one party. */
  readonly actsOfOne: Map<string | null, ActTold>;
  readonly actsOfSeveral: Map<string | null, ActTold>;
  readonly covers: Map<Party, Covered>;
  /** The same where the country whose press it is may go unnamed. */
  readonly coversAtHome: Map<Party, Covered>;
  /** What speaks against it, by whether the item is about the whole question. */
  readonly topics: Map<boolean, TopicTold>;
}

export const notCompared = (): Compared => ({
  actsOfOne: new Map(),
  actsOfSeveral: new Map(),
  covers: new Map(),
  coversAtHome: new Map(),
  topics: new Map(),
});

/** What is kept under a key, made when it is first asked for. */
export const once = <K, V>(kept: Map<K, V>, key: K, make: () => V): V => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
};
