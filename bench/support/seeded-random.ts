/** Numbers in [0, 1) that are the same for the same seed (mulberry32): a benchmark must be repeatable. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** How many of a Poisson volume come: by waiting times, exact for any rate that a minute can have. */
export const poisson = (rate: number, random: () => number): number => {
  let count = 0;
  for (let waited = -Math.log(1 - random()); waited < rate; count += 1) waited -= Math.log(1 - random());
  return count;
};
