import type { ServerResponse } from 'node:http';

/** What was handed over whole is held in memory until its reader has taken it: no longer than this. */
const TAKEN_WITHIN_MILLIS = 60_000;

/**
 * Ends the connection of a reader who has not taken an answer so long after its last byte was handed over.
 * A file that is streamed is handed over as it is taken, and may take as long as it likes.
 */
export const endIfNotTaken = (response: ServerResponse, withinMs = TAKEN_WITHIN_MILLIS): void => {
  response.once('prefinish', () => {
    if (response.writableLength === 0) return;
    const timer = setTimeout(() => response.socket?.destroy(), withinMs).unref();
    response.once('close', () => {
      clearTimeout(timer);
    });
  });
};
