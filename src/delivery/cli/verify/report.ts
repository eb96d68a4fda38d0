/** What a verification says while it runs, and how it ends. */

/** Something could not be read. Nothing is proven broken, and nothing that hangs on it is proven. */
export class Unread extends Error {}

export interface Report {
  /** One check that held, in one line. */
  held(check: string, detail: string): void;
  /** Something a reader should know, in one line. */
  note(text: string): void;
  /** Progress inside a long check. */
  progress(check: string, done: number, total: number): void;
}

/** What was verified and what was not: the last sentence of a verification is made of it. */
export class Verdict {
  readonly verified: string[] = [];
  /** What was not looked at, and why. */
  readonly left: string[] = [];
  /** What was asked for and could not be read. */
  readonly unread: string[] = [];

  /** One sentence for each of the three. */
  get sentence(): string {
    const list = (parts: readonly string[]): string => parts.join('; ');
    return [
      `Verified: ${list(this.verified)}.`,
      ...(this.left.length === 0 ? [] : [`Not verified: ${list(this.left)}.`]),
      ...(this.unread.length === 0 ? [] : [`Could not be read: ${list(this.unread)}.`]),
    ].join(' ');
  }
}

/**
 * Text of a stranger for a terminal: everything that could move the cursor, colour what follows or
 * reverse its reading direction is written as its code.
 */
export const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
