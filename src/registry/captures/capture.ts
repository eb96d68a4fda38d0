/**
 * One capture of one state of a day-file, with its next due time.
 *
 * requested → pending → captured → verified | failed. Only a verified capture is a proof: its archived bytes were read
 * back and have our SHA-256.
 */
import type { ArchiveFailure } from './archive-client';

export type CaptureState = 'requested' | 'pending' | 'captured' | 'verified' | 'failed';

export interface Capture {
  readonly url: string;
  readonly date: string;
  /** Records in the captured state; null for a sealed file. */
  readonly size: number | null;
  /** The capture covers all records with a leaf index below this. */
  readonly leaf_end: number;
  /** Of the bytes to capture. */
  readonly sha256: string;
  readonly state: CaptureState;
  readonly job_id: string | null;
  readonly attempts: number;
  readonly requested_at: number;
  /** Last submission, microseconds UTC; null before the first. */
  readonly submitted_at: number | null;
  readonly timestamp: string | null;
  readonly due_at: number;
}

/** Changes of one step; null removes a property. */
export type CaptureChange = Partial<Omit<Capture, 'url'>> & {
  readonly open?: boolean;
  readonly reason?: string | null;
  readonly wayback_url?: string;
};

const MINUTE = 60_000_000;

const CAPTURE_ATTEMPTS_MAX = 10;

/** A job that is pending for longer is looked up in the index instead. */
export const PENDING_PATIENCE_MICROS = 60 * MINUTE;

export const STATUS_INTERVAL_MICROS = 30_000_000;

/** Wait before attempt n+1: 1, 2, 4 … 64 minutes. */
const captureBackoffMicros = (attempts: number): number => MINUTE * 2 ** Math.min(attempts, 6);

export const afterFailure = (capture: Capture, failure: ArchiveFailure, now: number): CaptureChange => {
  const attempts = capture.attempts + 1;
  const { reason } = failure;
  if (failure.kind === 'permanent' || (failure.kind === 'transient' && attempts >= CAPTURE_ATTEMPTS_MAX)) {
    return { state: 'failed', open: false, attempts, reason };
  }
  const asked = failure.kind === 'quota' ? (failure.retryAfterMs ?? 0) * 1000 : 0;
  // A rate limit does not count as an attempt.
  const counted = failure.kind === 'quota' ? capture.attempts : attempts;
  const wait = Math.max(asked, captureBackoffMicros(attempts));
  return { state: 'requested', job_id: null, attempts: counted, due_at: now + wait, reason };
};
