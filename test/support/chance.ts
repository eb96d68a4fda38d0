/**
 * Chance of the tests. One seed holds for a whole run: jest.config.js draws it, `VEDETTE_TEST_SEED` gives it
 * back, and a run with a failure prints it. fast-check draws from it too (seeded-fast-check.cjs).
 */
import { mulberry32 } from '../../src/grading/bootstrap';

/** Numbers in [0, 1) that are the same for the same seed of the run and the same name. */
export const chance = (name: string): (() => number) => {
  const letters = Array.from(name, (letter) => letter.charCodeAt(0));
  return mulberry32(
    letters.reduce((hash, code) => Math.imul(hash ^ code, 0x01000193), Number(process.env['VEDETTE_TEST_SEED'])),
  );
};

/** Kills that a test plays: one at a moment of chance, or with `npm run test:faults` the full number. */
export const killsOf = (full: number): number => (process.env['VEDETTE_TEST_KILLS'] === 'all' ? full : 1);

/** Of many cases those that a test plays: some by chance, or with `npm run test:faults` all, in their order. */
export const shareOf = <T>(name: string, cases: readonly T[], share: number): readonly T[] => {
  if (process.env['VEDETTE_TEST_KILLS'] === 'all') return cases;
  const random = chance(name);
  const some = cases.filter(() => random() < share);
  return some.length > 0 ? some : cases.slice(0, 1);
};
