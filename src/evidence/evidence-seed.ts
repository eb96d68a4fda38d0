/** The knowledge of seed/evidence: factors of the rule, acts that questions ask, words of nine languages, names. */
import type { RelationshipType } from '../ontology/relationship';

/** Factors of a relationship: up, down, and whether a path may use it twice. */
export interface CoverSeed {
  readonly up: number;
  readonly down: number;
  readonly again: boolean;
}

/** Instruments that are recognized gauges of events. */
export interface GaugeSeed {
  readonly instruments: readonly string[];
  /** The question must be about one of these, or about an entity that covers it. */
  readonly covers: readonly string[];
  /** And about this one. */
  readonly with?: string;
  readonly asks: readonly string[];
}

/** seed/evidence/rule.json. */
export interface RuleSeed {
  /** Stored with every link, since results may change with it. */
  readonly version: number;
  /** Minimum relevance of evidence. */
  readonly threshold: number;
  /** Minimum relevance of a near miss. */
  readonly near: number;
  readonly cover: Readonly<Record<RelationshipType, CoverSeed>>;
  /** Factor of phrases such as “the two presidents” for an unnamed party. */
  readonly both_sides: number;
  /** Country of the press by language (ISO 639-1), which it often leaves unnamed. */
  readonly home: Readonly<Record<string, string>>;
  /** Factor of an item in its language for that unnamed country. */
  readonly of_home: number;
  /** Members cover their union. */
  readonly members: Readonly<Record<string, { readonly factor: number; readonly of: readonly string[] }>>;
  /** Minimum relationships of a hub, which is not enough alone and often unnamed. */
  readonly hub_relationships: number;
  /** Factor for the text instead of the title. */
  readonly in_text: number;
  /** Factor of an act in the text only, for one party: below the threshold. */
  readonly alone_in_text: number;
  /** A party is missing: a hub, or any if several words name the same act and no third party is named; another. */
  readonly unnamed: number;
  readonly missing: number;
  /** A place, person or group is named, or the missing party is the named one's only foe. */
  readonly specific: number;
  /** The same with a third party, and any party for a close act. */
  readonly half_named: number;
  /** A country for its town or person known only from the list of names. */
  readonly whole_for_part: number;
  /** No party except a hub is named, no third party, and the act is close; or one word names a single party's act. */
  readonly none_named: number;
  /** Acts so rare that they count without a named party. */
  readonly told_alone: readonly string[];
  /** For a question of one party: factor of related acts. */
  readonly one_party: number;
  /** A third party is named and the act differs. */
  readonly rival: number;
  readonly act: {
    readonly asked: number;
    readonly close: number;
    readonly related: number;
    /** Any other act; no known act. */
    readonly weak: number;
    readonly none: number;
  };
  readonly topic: { readonly strong: readonly string[]; readonly strong_factor: number; readonly weak_factor: number };
  /** In order: the first with a matching form is the act asked. */
  readonly asks: readonly { readonly act: string; readonly any: readonly string[] }[];
  /** Acts that bear on a question about an act. */
  readonly acts: Readonly<Record<string, { readonly close: readonly string[]; readonly related: readonly string[] }>>;
  /** Default instruments of a question about the oil price. */
  readonly crude: readonly string[];
  /** Minimum relevance of an act of conflict without another topic, by the parties named. */
  readonly bears: {
    /** Every party; some party, or only the hub. */
    readonly whole: number;
    readonly part: number;
    /** An entity related to a party, with the very act, with another. */
    readonly kin_asked: number;
    readonly kin: number;
    /** No party named; only other entities in the title. */
    readonly nobody: number;
    readonly others: number;
    /** Without an act: every party, or fewer. */
    readonly quiet: number;
  };
  /** Another party's act, by word order. */
  readonly reversed: number;
  /** Maximum for items about another question or trade, below the threshold. */
  readonly aside: number;
  readonly gauges: readonly GaugeSeed[];
  readonly gauge_relevance: number;
  /** Instruments with the same price. */
  readonly same_price: readonly (readonly string[])[];
}

/** seed/evidence/words.<lang>.json: forms by act and by topic. */
export interface WordsSeed {
  readonly acts: Readonly<Record<string, readonly string[]>>;
  readonly topics: Readonly<Record<string, readonly string[]>>;
}

/** A row of seed/evidence/names.json: a name that covers an entity, or a party without an entity. */
export interface NameSeed {
  readonly of: string;
  readonly class: string;
  /** A form for one language begins with its code: `tr:ab`. */
  readonly forms: readonly string[];
}

export interface EvidenceSeed {
  readonly rule: RuleSeed;
  /** By ISO 639-1 code. */
  readonly words: Readonly<Record<string, WordsSeed>>;
  readonly names: readonly NameSeed[];
}
