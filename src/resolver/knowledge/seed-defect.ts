/** A file of the seed as text, and what is wrong with it: named by file and line, for the person who edits it. */
export interface SeedText {
  /** As shown to people: `seed/relationships.json`. */
  readonly file: string;
  readonly text: string;
}

export interface SeedDefect {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** `seed/relationships.json:41: …` */
export const formatDefect = ({ file, line, message }: SeedDefect): string => `${file}:${line}: ${message}`;
