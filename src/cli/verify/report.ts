/** What a verification says while it runs, and how it ends. */

/** Something does not hold. The message names the file and what is wrong with it. */
export class Broken extends Error {
  constructor(
    /** Path or name of the broken thing. */
    readonly what: string,
    readonly why: string,
  ) {
    super(`${what}: ${why}`);
  }
}

/** The verification could not be finished: no answer, or too many requests. Nothing is proven broken. */
export class Unfinished extends Error {}

export interface Report {
  /** One check that held, in one line. */
  held(check: string, detail: string): void;
  /** Something a reader should know, in one line. */
  note(text: string): void;
  /** Progress inside a long check. */
  progress(check: string, done: number, total: number): void;
}

/** @throws Broken when `holds` is false */
export const insist = (holds: boolean, what: string, why: string): void => {
  if (!holds) throw new Broken(what, why);
};
