/** What a market's question turns on: its parties, what it asks of them, and its own rare names. */
import type { CoverMap } from './cover';

export interface EvidenceMarket {
  /** `<exchange>/<ticker>`. */
  readonly id: string;
  readonly question: string;
  /** The rules text, or null. */
  readonly description: string | null;
}

/** A party that evidence must cover. */
export interface Party {
  readonly entity: string;
  readonly cover: CoverMap;
  readonly isHub: boolean;
  /** Consonants of a name that the ontology does not know, else null. */
  readonly skeleton: string | null;
}

export interface MarketScope {
  readonly market: EvidenceMarket;
  readonly parties: readonly Party[];
  /** What covers those who are hostile to a party, where a party is a name that the ontology does not know. */
  readonly enemies: readonly CoverMap[];
  /** What is asked: an act of seed/evidence/rule.json, or null. */
  readonly asks: string | null;
  /** Instruments that the question itself names: their price is asked. */
  readonly instruments: readonly string[];
}
