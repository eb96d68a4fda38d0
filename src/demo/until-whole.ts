import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 6;
/** Before the second try; each later one waits as much longer. */
const PAUSE_MS = 2_000;

/**
 * Runs a step of the demo's past again until all of it is done, so that a database which a busy machine starves leaves
 * no hole. After six tries the past goes on with what is there.
 *
 * @param step says whether all of it was done; safe to run again
 * @throws what the last try threw
 */
export const untilWhole = async (
  step: () => Promise<boolean>,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<void> => {
  for (let tried = 1; !signal.aborted; tried += 1) {
    try {
      if ((await step()) || tried === TRIES) return;
    } catch (error) {
      if (tried === TRIES) throw error;
    }
    // An abort ends the pause, and then the loop.
    await sleep(pauseMs * tried, undefined, { signal }).catch(() => undefined);
  }
};
