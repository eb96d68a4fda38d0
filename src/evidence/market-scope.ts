/** What a market's question turns on: its parties, what it asks of them, and its own rare names. */
import type { CoverMap } from './cover';

export interface EvidenceMarket {
  /** `<exchange>/<ticker>`. */
  readonly id: string;
  readonly question: string;
  /** The rules text, or null. */
  readonly description: string | null;
  /** Timestamp of the question's own deadline, else the exchange's end date; null or absent where unknown. */
  readonly deadline?: string | null;
}

/** A party that evidence must cover. */
export interface Party {
  readonly entity: string;
  readonly cover: CoverMap;
  readonly isHub: boolean;
  /** A hub, or who leads it. */
  readonly isOfHub: boolean;
  /** A place, a person or a group, of whom less is said than of a country: its name tells which event is meant. */
  readonly isSpecific: boolean;
  /** Who alone is hostile to it: named together with the act, the item is about both. */
  readonly soleFoe: string | null;
  /** The row of a town or a person that only the list of names knows, else null. */
  readonly part: number | null;
  /** Consonants of a name that nothing knows, else null. */
  readonly skeleton: string | null;
  /** That name, folded. */
  readonly word: string | null;
}

export interface MarketScope {
  readonly market: EvidenceMarket;
  /** Markets of one key are judged alike, but for their own trades: the rungs of an event mostly are. */
  readonly key: string;
  readonly parties: readonly Party[];
  /** What covers those who are hostile to a party, where a party is a name that the ontology does not know. */
  readonly enemies: readonly CoverMap[];
  /** What is asked: an act of seed/evidence/rule.json, or null. */
  readonly asks: string | null;
  /** Who is to do it to another, where the act has a direction and the question tells; else null. */
  readonly doer: Party | null;
  /** Those whom the graph ties to a party: they bear on its conflict, and are no third party of another. */
  readonly kin: ReadonlySet<string>;
  /** Instruments that the question itself names: their price is asked. */
  readonly instruments: readonly string[];
}
