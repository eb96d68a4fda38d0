import type { ServerResponse } from 'node:http';

/** A complete response stays in memory until it is read, at most this long. */
const TAKEN_WITHIN_MILLIS = 60_000;

/**
 * Closes the connection of a reader that has not read a response this long after its last byte was written. Streamed
 * files are written as they are read, and have no limit.
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
