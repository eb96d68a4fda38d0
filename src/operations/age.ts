/** An age as people write it: `180d`, `36h`. Pure. */
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of an age; throws an Error that says what is expected. */
export const parseAge = (text: string): number => {
  const match = /^(\d{1,5})([hdw])$/.exec(text.trim());
  const ms = Number(match?.[1]) * (UNIT_MS[match?.[2] ?? ''] ?? Number.NaN);
  if (!(ms > 0))
    throw new Error(`"${text}" is no age: give hours, days or weeks, e.g. 36h, 180d, 26w`);
  return ms;
};
