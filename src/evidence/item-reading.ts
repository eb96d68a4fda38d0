/** The reading of an item, made once and compared with many markets. */
import type { SourceType } from '../platform/common/source-type';
import type { Compared } from './compared';
import type { Sentence } from './roles';

export interface EvidenceItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  /** ISO 639-1, null when unknown. */
  readonly lang: string | null;
  readonly source_type: SourceType;
  /** Entity id of the moved instrument, financial items only; null if only the title has it. */
  readonly instrument: string | null;
  /** Entities stated by the source, such as the place of a quake. */
  readonly hints: readonly string[];
  /** The traded market, `<exchange>/<ticker>`, or null. */
  readonly market: string | null;
  /** UTC day, `YYYY-MM-DD`: only relationships in force on it count. */
  readonly day: string;
  /** UTC day on which an announced calendar event begins, `YYYY-MM-DD`; null or absent for other items. */
  readonly due?: string | null;
}

export type Place = 'title' | 'text';

/** An entity named in an item, directly or by a covering name. */
export interface Touch {
  readonly entity: string;
  readonly place: Place;
  /** The matched text. */
  readonly by: string;
  /** Row of a town or person in the list of names, if nothing else names the entity; else null. */
  readonly part: number | null;
  /** Position in the title in words (characters in Chinese); null in the text or without a match. */
  readonly at: number | null;
}

export interface Said {
  readonly name: string;
  readonly place: Place;
  readonly by: string;
  /** Position in title or text, as in {@link Touch}. */
  readonly at: number;
}

export interface ItemReading {
  readonly item: EvidenceItem;
  /** One per entity; the title has precedence. */
  readonly touches: ReadonlyMap<string, Touch>;
  /** Towns and people of the list of names, by row. */
  readonly parts: ReadonlyMap<number, Touch>;
  /** Entities in the title that are not hubs and do not cover one: third parties of unrelated questions. */
  readonly others: readonly { readonly entity: string; readonly isPlace: boolean }[];
  /** One per act. */
  readonly acts: ReadonlyMap<string, Said>;
  readonly topics: ReadonlyMap<string, Said>;
  /** Skeletons of the folded words and their variants, for names missing from the ontology. */
  readonly skeletons: () => ReadonlyMap<string, string>;
  /** Positions of entities in the title. */
  readonly sentence: Sentence;
  readonly instrument: string | null;
  /** Country of the press by language, or null. */
  readonly home: string | null;
  readonly compared: Compared;
}
