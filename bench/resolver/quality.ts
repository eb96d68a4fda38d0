import { createHash } from 'node:crypto';

/**
 * Quality of the resolver on labelled texts: precision, recall and F1 per language, and every forbidden name that was
 * tagged. Entities labelled optional are ignored.
 */

/**
 * Whether a row is in the held-out tenth, selected by the hash of its id: it is not read while rules are written, so it
 * measures quality on unseen text.
 */
export const isHeldOut = ({ id }: LabelledText): boolean =>
  Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 8), 16) % 10 === 0;

/** A row of a labelled corpus; entities by id. */
export interface LabelledText {
  readonly id: string;
  readonly lang: string;
  readonly text: string;
  readonly entities: readonly string[];
  readonly not: readonly string[];
  readonly optional: readonly string[];
  /** Kind of trap, or null. */
  readonly trap: string | null;
}

export interface Scores {
  readonly texts: number;
  /** True positives, false negatives, false positives. */
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
  /** Harmonic mean of precision and recall; 1 if nothing was due and nothing was found. */
  readonly f1: number;
}

export interface Quality {
  readonly overall: Scores;
  readonly languages: readonly (Scores & { readonly lang: string })[];
  readonly traps: readonly (Scores & { readonly trap: string })[];
  /** `row id: entity id` of every forbidden name that was tagged. */
  readonly trapped: readonly string[];
}

export const measure = (
  rows: readonly LabelledText[],
  tag: (text: string, lang: string) => readonly string[],
): Quality => {
  const judged = rows.map((row) => judge(row, tag(row.text, row.lang)));
  const by = (key: (row: LabelledText) => string): [string, Scores][] =>
    [...new Set(rows.map(key))].sort().map((value) => [value, total(judged.filter(({ row }) => key(row) === value))]);
  return {
    overall: total(judged),
    languages: by(({ lang }) => lang).map(([lang, scores]) => ({ lang, ...scores })),
    traps: by(({ trap }) => trap ?? 'none').map(([trap, scores]) => ({ trap, ...scores })),
    trapped: judged.flatMap(({ row, trapped }) => trapped.map((id) => `${row.id}: ${id}`)),
  };
};

interface Judged {
  readonly row: LabelledText;
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  readonly trapped: readonly string[];
}

const judge = (row: LabelledText, tagged: readonly string[]): Judged => {
  const found = row.entities.filter((id) => tagged.includes(id)).length;
  return {
    row,
    found,
    missed: row.entities.length - found,
    wrong: tagged.filter((id) => !row.entities.includes(id) && !row.optional.includes(id)).length,
    trapped: row.not.filter((id) => tagged.includes(id)),
  };
};

const total = (judged: readonly Judged[]): Scores => {
  const sum = (pick: (one: Judged) => number): number => judged.reduce((all, one) => all + pick(one), 0);
  const found = sum((one) => one.found);
  const missed = sum((one) => one.missed);
  const wrong = sum((one) => one.wrong);
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return {
    texts: judged.length,
    found,
    missed,
    wrong,
    precision: share(found, found + wrong),
    recall: share(found, found + missed),
    f1: share(2 * found, 2 * found + missed + wrong),
  };
};
