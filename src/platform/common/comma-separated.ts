/** Splits a list such as `a, b`: trimmed, without empty parts. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
