/** A check failed. The message names the file or member and the error in plain language. */
export class Broken extends Error {
  constructor(
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

/** Some records are not signed yet: the log grew while it was read. */
export class NotSigned extends Error {}

/** The format has a version unknown to this program, so validity is unknown. */
export class OtherVersion extends Error {
  constructor(what: string, why: string) {
    super(`${what}: ${why}`);
  }
}
