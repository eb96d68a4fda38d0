/** Mentions. Offsets are UTF-16 units; `CodePoint` fields count Unicode code points, like Python strings. */

/** A mention: `text.slice(start, end)` is the alias as written. */
export interface Mention {
  readonly entity: string;
  readonly alias: string;
  /** Why it counts: `name`, `demonym`, `acronym`, `inflection …`, `context …`. */
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly startCodePoint: number;
  readonly endCodePoint: number;
}

export interface Refusal {
  readonly alias: string;
  /** The entity otherwise matched. */
  readonly entity: string;
  readonly start: number;
  readonly end: number;
  /** Description of the rule that refused it. */
  readonly reason: string;
}

export interface Resolution {
  /** Sorted, distinct ids. */
  readonly entities: string[];
  /** In text order. */
  readonly mentions: Mention[];
  /** In text order. */
  readonly refused: Refusal[];
}
