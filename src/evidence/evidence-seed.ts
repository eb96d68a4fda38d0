/** The knowledge of seed/evidence: the rule's few numbers, what questions ask, the words of nine languages, names. */
import type { RelationshipType } from '../ontology/relationship';

/** How a relationship carries: from its first end to its second, back, and whether a path may use it twice. */
export interface CoverSeed {
  readonly up: number;
  readonly down: number;
  readonly again: boolean;
}

/** Which instruments are the recognised gauge of which events. */
export interface GaugeSeed {
  readonly instruments: readonly string[];
  /** The question turns on one of these, or on what covers it. */
  readonly covers: readonly string[];
  /** And on this one. */
  readonly with?: string;
  readonly asks: readonly string[];
}

/** seed/evidence/rule.json. */
export interface RuleSeed {
  /** Kept with every reading: what counted may change with it. */
  readonly version: number;
  /** An item counts as evidence from this relevance on. */
  readonly threshold: number;
  /** What stays below the threshold and is at least this relevant came near. */
  readonly near: number;
  readonly cover: Readonly<Record<RelationshipType, CoverSeed>>;
  /** Words such as “the two presidents” cover a party that is not named. */
  readonly both_sides: number;
  /** Whose press a language is, by ISO 639-1 code: at home a country is often left unnamed. */
  readonly home: Readonly<Record<string, string>>;
  /** How much an item in its language covers a country that it leaves unnamed. */
  readonly of_home: number;
  /** Members cover their union. */
  readonly members: Readonly<Record<string, { readonly factor: number; readonly of: readonly string[] }>>;
  /** An entity with so many relationships is a hub: it proves nothing alone, and is often left unnamed. */
  readonly hub_relationships: number;
  /** What stands in the text and not in the title. */
  readonly in_text: number;
  /** An act that only the text tells, where one party is asked about: less than counts. */
  readonly alone_in_text: number;
  /** A party is missing: a hub, or any while the very act is told and no third party named; another. */
  readonly unnamed: number;
  readonly missing: number;
  /** What is named is a place, a person or a group, or has the missing party for its only foe. */
  readonly specific: number;
  /** The same beside a third party, and any party for an act that is close to the one asked. */
  readonly half_named: number;
  /** A country for a town or person of it that only the list of names knows. */
  readonly whole_for_part: number;
  /** No party is named but a hub, nor a third one, and the act is near the one asked for. */
  readonly none_named: number;
  /** Acts so rare that the very act counts where nobody is named. */
  readonly told_alone: readonly string[];
  /** A question of one party: what is only related to the act it asks for says less. */
  readonly one_party: number;
  /** A third party is named and the act is not the one asked for. */
  readonly rival: number;
  readonly act: {
    readonly asked: number;
    readonly close: number;
    readonly related: number;
    /** Any other act, and no known act. */
    readonly weak: number;
    readonly none: number;
  };
  readonly topic: { readonly strong: readonly string[]; readonly strong_factor: number; readonly weak_factor: number };
  /** In their order: the first whose forms a question holds says what it asks. */
  readonly asks: readonly { readonly act: string; readonly any: readonly string[] }[];
  /** What else bears on a question that asks for an act. */
  readonly acts: Readonly<Record<string, { readonly close: readonly string[]; readonly related: readonly string[] }>>;
  /** Instruments of a question that asks for the price of oil and names no other. */
  readonly crude: readonly string[];
  /** What an act of conflict bears at the least where no other topic is told: by who is named. */
  readonly bears: {
    /** Every party; some party, or the hub among them. */
    readonly whole: number;
    readonly part: number;
    /** Somebody tied to a party by the graph, with the very act, with another. */
    readonly kin_asked: number;
    readonly kin: number;
    /** Nobody; only others. */
    readonly nobody: number;
    readonly others: number;
    /** Without an act: every party, or less. */
    readonly quiet: number;
  };
  /** The act is another's, by the order of the words. */
  readonly reversed: number;
  /** What bears on it only through another question or trade stays below the threshold. */
  readonly aside: number;
  readonly gauges: readonly GaugeSeed[];
  readonly gauge_relevance: number;
  /** Instruments that price the same thing. */
  readonly same_price: readonly (readonly string[])[];
}

/** seed/evidence/words.<lang>.json: forms by act and by topic. */
export interface WordsSeed {
  readonly acts: Readonly<Record<string, readonly string[]>>;
  readonly topics: Readonly<Record<string, readonly string[]>>;
}

/** A row of seed/evidence/names.json: who and what speaks for an entity, or names a party that is not an entity. */
export interface NameSeed {
  readonly of: string;
  readonly class: string;
  /** A form for one language only begins with its code: `tr:ab`. */
  readonly forms: readonly string[];
}

export interface EvidenceSeed {
  readonly rule: RuleSeed;
  /** By ISO 639-1 code. */
  readonly words: Readonly<Record<string, WordsSeed>>;
  readonly names: readonly NameSeed[];
}
