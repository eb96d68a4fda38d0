import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is yes; never for longer than a bound. */
export const until = async (
  what: string,
  check: () => boolean | Promise<boolean>,
  { everyMs = 250, withinMs = 300_000 } = {},
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass: ${what}`);
    await sleep(everyMs);
  }
};
