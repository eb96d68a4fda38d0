/** What a check says when something does not hold. */

/** Something does not hold. The message names the file or member and what is wrong with it, in plain words. */
export class Broken extends Error {
  constructor(
    /** Path or name of the broken thing. */
    readonly what: string,
    readonly why: string,
  ) {
    super(`${what}: ${why}`);
  }
}

/** @throws Broken when `holds` is false */
export const insist = (holds: boolean, what: string, why: string): void => {
  if (!holds) throw new Broken(what, why);
};

/** There are records that no head signs yet: the log grows while it is read. */
export class NotSigned extends Error {}

/** It is written in another version of the format than this program knows: nothing is said about whether it holds. */
export class OtherVersion extends Error {
  constructor(what: string, why: string) {
    super(`${what}: ${why}`);
  }
}
