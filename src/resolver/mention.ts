/**
 * What the alias resolver says about a text. Offsets count UTF-16 units of the original text, as
 * JavaScript strings do; the `CodePoint` twins count Unicode code points, as Python strings do.
 */

/** One alias found in a text: `text.slice(start, end)` is the alias as it was written there. */
export interface Mention {
  /** Id of the entity that the alias names. */
  readonly entity: string;
  /** The alias as the seed writes it, or the inflected form made from it. */
  readonly alias: string;
  /** Why it counts: `name`, `demonym`, `acronym`, `inflection …`, `context …`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly startCodePoint: number;
  readonly endCodePoint: number;
}

/** An alias that stands in the text and was not taken as the entity. */
export interface Refusal {
  readonly alias: string;
  /** The entity that it would have named. */
  readonly entity: string;
  readonly start: number;
  readonly end: number;
  /** The rule that refused it, in words. */
  readonly reason: string;
}

export interface Resolution {
  /** Ids of the entities mentioned: sorted, distinct. */
  readonly entities: string[];
  /** In the order of the text. */
  readonly mentions: Mention[];
  /** In the order of the text. */
  readonly refused: Refusal[];
}
