/** The parts of a list such as `a, b`: trimmed, the empty ones left out. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
