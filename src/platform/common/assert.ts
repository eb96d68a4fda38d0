export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken assumption: ${message}`);
}

export const present = <T>(value: T | null | undefined, what: string): T => {
  assert(value !== null && value !== undefined, `${what} is missing`);
  return value;
};
