/** Assertions; a failure is a bug of Vedette, never an error of a caller. */

/** @throws Error if `condition` is false */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${message}`);
}

/** Returns a value that must not be null or undefined. */
export const present = <T>(value: T | null | undefined, what: string): T => {
  assert(value !== null && value !== undefined, `${what} is missing`);
  return value;
};
