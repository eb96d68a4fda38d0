/** What an item says, read once and compared with many markets. */
import type { SourceType } from '../platform/common/source-type';
import type { Compared } from './compared';
import type { Sentence } from './roles';

/** An item as the rule sees it. */
export interface EvidenceItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  /** ISO 639-1, null when unknown. */
  readonly lang: string | null;
  readonly sourceType: SourceType;
  /** Entity id of the instrument that moved, financial items only; null where only the title tells. */
  readonly instrument: string | null;
  /** Entities that the source states without words, such as the place of a quake. */
  readonly hints: readonly string[];
  /** The market that it is of, `<exchange>/<ticker>` (a trade), or null. */
  readonly market: string | null;
  /** UTC day of the item, `YYYY-MM-DD`: only relationships in force then carry. */
  readonly day: string;
  /** UTC day on which what a calendar announces begins, `YYYY-MM-DD`; null or absent for other items. */
  readonly due?: string | null;
}

/** Where in an item something stands. */
export type Place = 'title' | 'text';

/** An entity that an item names, or that a name in it speaks for. */
export interface Touch {
  readonly entity: string;
  readonly place: Place;
  /** The words that named it. */
  readonly by: string;
  /** The row of a town or a person of the list of names, where nothing else names the entity; else null. */
  readonly part: number | null;
  /** Where in the title, in words (in characters of a title in Han letters); null in the text or without words. */
  readonly at: number | null;
}

export interface Said {
  /** Act or topic. */
  readonly name: string;
  readonly place: Place;
  readonly by: string;
  /** Where in the title or in the text, as a touch. */
  readonly at: number;
}

export interface ItemReading {
  readonly item: EvidenceItem;
  /** One an entity: in the title before in the text. */
  readonly touches: ReadonlyMap<string, Touch>;
  /** Towns and people of the list of names, by their row. */
  readonly parts: ReadonlyMap<number, Touch>;
  /** Who is named in the title and is no hub, nor stands for one: a third party where a question has no part for them. */
  readonly others: readonly { readonly entity: string; readonly isPlace: boolean }[];
  /** One an act. */
  readonly acts: ReadonlyMap<string, Said>;
  readonly topics: ReadonlyMap<string, Said>;
  /** Skeletons of the folded words and their variants, for names that the ontology does not know. */
  readonly skeletons: () => ReadonlyMap<string, string>;
  /** Who stands where in the title. */
  readonly sentence: Sentence;
  readonly instrument: string | null;
  /** The country whose press it is by its language, or null. */
  readonly home: string | null;
  readonly compared: Compared;
}
