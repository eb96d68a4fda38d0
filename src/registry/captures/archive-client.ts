import { HOUR_MS } from '../../platform/common/durations';

export type ArchiveFailure =
  /** Rate limit; retry after the wait. */
  | { readonly kind: 'quota'; readonly reason: string; readonly retryAfterMs: number | null }
  /** A retry would not help. */
  | { readonly kind: 'permanent'; readonly reason: string }
  /** Unclear; the capture may exist. */
  | { readonly kind: 'transient'; readonly reason: string };

export type CaptureAnswer =
  /** A job id, or null when the archive returned none: then only its index shows the result. */
  { readonly kind: 'accepted'; readonly jobId: string | null } | ArchiveFailure;

export type StatusAnswer =
  | { readonly kind: 'pending' }
  /** 14 digits UTC. */
  | { readonly kind: 'captured'; readonly timestamp: string }
  | ArchiveFailure;

export interface ArchiveClient {
  /** Why captures are off, or null when they are on. */
  readonly offReason: string | null;
  capture(url: string): Promise<CaptureAnswer>;
  status(jobId: string): Promise<StatusAnswer>;
  /** Earliest capture of the address at or after a timestamp, by the archive's index; null when there is none. */
  find(url: string, since: string): Promise<string | null>;
  /** The archived bytes, unmodified; null when they cannot be read (yet). */
  rawCopy(url: string, timestamp: string): Promise<Buffer | null>;
  waybackUrl(url: string, timestamp: string): string;
}

export const ARCHIVE_CLIENT = Symbol('ArchiveClient');

const QUOTA = /^(too-many-daily-captures|user-session-limit|too-many-requests|max-daily-.*)$/;
const PERMANENT = new Set(['blocked-url', 'no-access', 'not-found', 'unauthorized']);

/** Classifies an error code of Save Page Now 2, e.g. `error:user-session-limit`. */
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

/** Archive timestamp (14 digits UTC) of an instant in microseconds. */
export const archiveTimestamp = (micros: number): string =>
  new Date(Math.floor(micros / 1000)).toISOString().replace(/\D/g, '').slice(0, 14);
