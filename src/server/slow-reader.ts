import type { ServerResponse } from 'node:http';

/** A complete response stays in memory until it is read, at most this long. */
const TAKEN_WITHIN_MILLIS = 60_000;

/** Closes a connection that has not read the response in time after its last byte. Streamed files have no limit. */
export const endIfNotTaken = (response: ServerResponse, withinMs = TAKEN_WITHIN_MILLIS): void => {
  response.once('prefinish', () => {
    if (response.writableLength === 0) return;
    const timer = setTimeout(() => response.socket?.destroy(), withinMs).unref();
    response.once('close', () => {
      clearTimeout(timer);
    });
  });
};
