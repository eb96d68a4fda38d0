/**
 * What a web archive is to the registry: a stranger who can be asked to copy an address, who answers
 * slowly and not always truly, and whose copy is believed only after its bytes were read back.
 */
import { HOUR_MS } from '../../platform/common/durations';

/** Why a request to the archive came to nothing. */
export type ArchiveFailure =
  /** Too much was asked for; ask again after the wait. */
  | { readonly kind: 'quota'; readonly reason: string; readonly retryAfterMs: number | null }
  /** Asking again would not help. */
  | { readonly kind: 'permanent'; readonly reason: string }
  /** Unclear; the capture may even exist. */
  | { readonly kind: 'transient'; readonly reason: string };

export type CaptureAnswer =
  /** A job id, or null when the archive gave none: then only its index can tell. */
  { readonly kind: 'accepted'; readonly jobId: string | null } | ArchiveFailure;

export type StatusAnswer =
  | { readonly kind: 'pending' }
  /** 14 digits UTC. */
  | { readonly kind: 'captured'; readonly timestamp: string }
  | ArchiveFailure;

export interface ArchiveClient {
  /** Null when captures can be asked for, else the sentence that says why not. */
  readonly offReason: string | null;
  capture(url: string): Promise<CaptureAnswer>;
  status(jobId: string): Promise<StatusAnswer>;
  /** Earliest capture of the address at or after a timestamp, by the archive's own index; null when none. */
  find(url: string, since: string): Promise<string | null>;
  /** The archived bytes, as they were captured; null when they cannot be read (yet). */
  rawCopy(url: string, timestamp: string): Promise<Buffer | null>;
  /** Address under which readers find the capture. */
  waybackUrl(url: string, timestamp: string): string;
}

/** Nest token of the {@link ArchiveClient}. */
export const ARCHIVE_CLIENT = Symbol('ArchiveClient');

const QUOTA = /^(too-many-daily-captures|user-session-limit|too-many-requests|max-daily-.*)$/;
const PERMANENT = new Set(['blocked-url', 'no-access', 'not-found', 'unauthorized']);

/** The meaning of an error code of Save Page Now 2, e.g. `error:user-session-limit`. */
export const archiveFailure = (code: string): ArchiveFailure => {
  const name =
    code
      .replace(/^error:/, '')
      .replace(/[^a-z0-9-]/gi, '')
      .slice(0, 60) || 'unknown';
  if (QUOTA.test(name)) {
    const daily = name.includes('daily');
    return { kind: 'quota', reason: name, retryAfterMs: daily ? HOUR_MS : null };
  }
  return { kind: PERMANENT.has(name) ? 'permanent' : 'transient', reason: name };
};

/** 14 digits UTC of an instant in microseconds, as archives write it. */
export const archiveTimestamp = (micros: number): string =>
  new Date(Math.floor(micros / 1000)).toISOString().replace(/\D/g, '').slice(0, 14);
