/** The scope of a market's question: its parties, its act, and names without an entity. */
import type { CoverMap } from './cover';

export interface EvidenceMarket {
  /** `<exchange>/<ticker>`. */
  readonly id: string;
  readonly question: string;
  /** The rules text, or null. */
  readonly description: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date; null or absent when unknown. */
  readonly deadline?: string | null;
}

export interface Party {
  readonly entity: string;
  readonly cover: CoverMap;
  readonly isHub: boolean;
  /** A hub, or its leader. */
  readonly isOfHub: boolean;
  /** A place, person or group: less reported than a country, so its name identifies the event. */
  readonly isSpecific: boolean;
  /** Its only foe: if that one is named with the act, the item is about both. */
  readonly soleFoe: string | null;
  /** Row of a town or person in the list of names, else null. */
  readonly part: number | null;
  /** Consonants of a name without an entity, else null. */
  readonly skeleton: string | null;
  /** That name, folded. */
  readonly word: string | null;
}

export interface MarketScope {
  readonly market: EvidenceMarket;
  /** Markets with one key have the same relevance, except for their own trades, such as rungs of an event. */
  readonly key: string;
  readonly parties: readonly Party[];
  /** Covers of a party's foes, if a party is a name without an entity. */
  readonly enemies: readonly CoverMap[];
  /** The act asked, of seed/evidence/rule.json, or null. */
  readonly asks: string | null;
  /** The acting party, if the act has a direction and the question states it; else null. */
  readonly doer: Party | null;
  /** Entities related to a party: they bear on its conflict, and are not third parties. */
  readonly kin: ReadonlySet<string>;
  /** Instruments named in the question: it asks their price. */
  readonly instruments: readonly string[];
}
