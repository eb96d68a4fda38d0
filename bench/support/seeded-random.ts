/** Seeded random numbers in [0, 1) (mulberry32), for repeatable benchmarks. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A Poisson-distributed count, by waiting times, exact for any rate per minute. */
export const poisson = (rate: number, random: () => number): number => {
  let count = 0;
  for (let waited = -Math.log(1 - random()); waited < rate; count += 1) waited -= Math.log(1 - random());
  return count;
};
