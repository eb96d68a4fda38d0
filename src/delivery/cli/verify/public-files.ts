import { Broken } from '../../../verification/finding';

/** Maximum requests of a verification without an API key, streams and figures included. */
export const FRUGAL_REQUESTS = 20;

export interface PublicAnswer {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly headers: { get(name: string): string | null };
}

export interface PublicFiles {
  readonly requests: number;
  /** Requests left in the rate limit; null without a limit. */
  readonly remaining: number | null;
  /** @throws Broken for a missing file, Unread when unavailable */
  get(path: string): Promise<PublicAnswer>;
}

/** A file, or null if missing. @throws Unread when unavailable */
export const getIfThere = async (files: PublicFiles, path: string): Promise<PublicAnswer | null> => {
  try {
    return await files.get(path);
  } catch (error) {
    if (error instanceof Broken && error.why.startsWith('is not there')) return null;
    throw error;
  }
};
