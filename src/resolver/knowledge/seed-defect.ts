/** A seed file as text, and defects by file and line. */
export interface SeedText {
  /** Display path: `seed/relationships.json`. */
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
