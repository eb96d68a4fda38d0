/** The public side of a deployment as a verifier reads it, wherever the bytes come from. */

import { Broken } from '../../../verification/finding';

/** Requests of one verification without a key, streams and figures included. */
export const FRUGAL_REQUESTS = 20;

export interface PublicAnswer {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly headers: { get(name: string): string | null };
}

export interface PublicFiles {
  /** Requests made so far. */
  readonly requests: number;
  /** Requests that the deployment says are left; null where it does not limit. */
  readonly remaining: number | null;
  /** @throws Broken when there is no such file, Unread when it cannot be had */
  get(path: string): Promise<PublicAnswer>;
}

/** A file, or null where the deployment has none at this path. @throws Unread when it cannot be had */
export const getIfThere = async (files: PublicFiles, path: string): Promise<PublicAnswer | null> => {
  try {
    return await files.get(path);
  } catch (error) {
    if (error instanceof Broken && error.why.startsWith('is not there')) return null;
    throw error;
  }
};
