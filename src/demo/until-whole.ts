import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 6;
/** Pause before the first retry; it grows by this much per retry. */
const PAUSE_MS = 2_000;

/**
 * Retries a step of the demo's past until it is complete, so that a slow database causes no gap. After the last try an
 * incomplete step is accepted.
 *
 * @param step returns whether it is complete; idempotent
 * @throws the error of the last try
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
