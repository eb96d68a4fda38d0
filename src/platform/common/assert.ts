/** Statements that must hold; a failure is a bug of Vedette, never a mistake of a caller. */

/** @throws Error when `condition` does not hold */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${message}`);
}

/** The value itself, which must not be null or undefined. */
export const present = <T>(value: T | null | undefined, what: string): T => {
  assert(value !== null && value !== undefined, `${what} is missing`);
  return value;
};
