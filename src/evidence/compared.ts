/** Cache of one item's comparisons: it is compared with many markets, which share few acts and parties. */
import type { Party } from './market-scope';

/** The act asked, one close to it, or another. */
export type Nearness = 'asked' | 'close' | 'far';

export interface Covered {
  readonly factor: number;
  /** Computed on demand: most comparisons find nothing. */
  readonly path: (() => string) | null;
  /** Whether it is in the title. */
  readonly isTitle: boolean;
  /** Whether it needed a graph step, a language or a phrase such as “both sides”. */
  readonly isStep: boolean;
  /** Whether a leader is covered by the entity that he leads. */
  readonly isOfLed?: boolean;
}

export interface ActTold {
  readonly factor: number;
  readonly nearness: Nearness;
  /** Whether it is in the title. */
  readonly isTitle: boolean;
  readonly path: () => string;
}

export interface TopicTold {
  readonly factor: number;
  readonly paths: readonly string[];
}

export interface Compared {
  /** By the act asked, for one party. */
  readonly actsOfOne: Map<string | null, ActTold>;
  readonly actsOfSeveral: Map<string | null, ActTold>;
  readonly covers: Map<Party, Covered>;
  /** The same where the country of the press may be unnamed. */
  readonly coversAtHome: Map<Party, Covered>;
  /** Topics that weaken relevance, by whether the item covers the whole question. */
  readonly topics: Map<boolean, TopicTold>;
}

export const notCompared = (): Compared => ({
  actsOfOne: new Map(),
  actsOfSeveral: new Map(),
  covers: new Map(),
  coversAtHome: new Map(),
  topics: new Map(),
});
