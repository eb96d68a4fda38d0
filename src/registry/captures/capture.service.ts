import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/common/clock';
import { Metrics } from '../../platform/common/metrics.service';
import { publicUrl } from '../../platform/config/public-url';
import { sha256Hex } from '../../platform/common/sha256';
import { utcDate } from '../../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { captureMicros } from './anchor';
import { ARCHIVE_CLIENT, archiveTimestamp, type ArchiveClient } from './archive-client';
import {
  afterFailure,
  PENDING_PATIENCE_MICROS,
  STATUS_INTERVAL_MICROS,
  type Capture,
  type CaptureChange,
  type CaptureState,
} from './capture';
import { CaptureRepository, type CaptureProgress } from './capture.repository';
import type { DayFile } from '../log/day-file';
import { RegistryReader } from '../registry-reader.service';
import { dayFilePath } from '../registry-path';
import { RegistryRepository } from '../registry.repository';

/** Submissions per minute; the archive allows seven. */
const PER_MINUTE = 6;
const MINUTE = 60_000_000;

/** Interval between captures of the open day; each contains all records so far. */
const OPEN_DAY_INTERVAL_MICROS = 5 * MINUTE;

/** Steps per run; the rest is due in the next run. */
const STEPS_PER_RUN = 30;

interface CaptureSummary {
  /** Null when captures are on. */
  readonly offReason: string | null;
  readonly counts: Partial<Record<CaptureState, number>>;
}

@Injectable()
export class CaptureService {
  private running: Promise<void> | null = null;

  constructor(
    private readonly captures: CaptureRepository,
    private readonly repository: RegistryRepository,
    private readonly reader: RegistryReader,
    @Inject(ARCHIVE_CLIENT) private readonly archive: ArchiveClient,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async summary(): Promise<CaptureSummary> {
    return { offReason: this.archive.offReason, counts: await this.captures.countByState() };
  }

  /** Requests missing captures and takes each step that is due. Overlapping calls share one run. */
  async run(): Promise<void> {
    if (this.archive.offReason !== null) return;
    this.running ??= this.runOnce().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async runOnce(): Promise<void> {
    const progress = await this.captures.progress();
    await this.plan(progress);
    let free = PER_MINUTE - progress.submitted.filter((at) => at > this.now - MINUTE).length;
    for (const capture of await this.captures.listDue(this.now, STEPS_PER_RUN)) {
      const submits = capture.state === 'requested';
      if (submits && free <= 0) continue;
      const change = await this.take(capture);
      if (submits && change.submitted_at !== undefined) free--;
      // A copy that exists is read back at once.
      if (change.state === 'captured' && capture.state !== 'captured') await this.take({ ...capture, ...change });
    }
  }

  private async take(capture: Capture): Promise<CaptureChange> {
    const change = await this.step(capture);
    await this.captures.update(capture.url, change);
    this.count(change.state);
    return change;
  }

  private count(state: CaptureState | undefined): void {
    const results = { pending: 'pending', verified: 'ok', failed: 'failed' } as const;
    if (state === 'pending' || state === 'verified' || state === 'failed')
      this.metrics.captures.inc({ result: results[state] });
  }

  private get now(): number {
    return this.clock.nowMicros();
  }

  /** Requests a capture of each sealed file once, and of the open day as it grows. */
  private async plan({ leafEnd, requestedAt }: CaptureProgress): Promise<void> {
    for (const day of await this.captures.uncapturedDays(STEPS_PER_RUN)) {
      await this.request(day.date, null, day.tree_size, day.sha256);
    }
    const head = await this.repository.getHead();
    if (head === null || head.last_made_at === null) return;
    const date = head.last_made_at.slice(0, 10);
    const early = requestedAt !== null && this.now - requestedAt < OPEN_DAY_INTERVAL_MICROS;
    if (leafEnd >= head.tree_size || early) return;
    if ((head.sealed_date ?? '') >= date || date > utcDate(this.now)) return;
    const { text } = await this.reader.dayFile(date, null);
    const open = JSON.parse(text) as Pick<DayFile, 'sealed' | 'n_records' | 'tree_size' | 'prev_hash'>;
    // Without the link to the day before, this state does not have its own address yet.
    if (open.sealed || open.prev_hash === null) return;
    // The bytes of an open file equal those of the state with as many records.
    await this.request(date, open.n_records, open.tree_size, sha256Hex(text));
  }

  private async request(date: string, size: number | null, leafEnd: number, sha256: string): Promise<void> {
    await this.captures.request({
      url: `${publicUrl(this.environment)}${dayFilePath(date, size ?? undefined)}`,
      date,
      size,
      leaf_end: leafEnd,
      sha256,
      requested_at: this.now,
      due_at: this.now,
    });
  }

  private async step(capture: Capture): Promise<CaptureChange> {
    switch (capture.state) {
      case 'requested':
        return this.submit(capture);
      case 'pending':
        return this.follow(capture);
      case 'captured':
        return this.verify(capture);
      case 'verified':
      case 'failed':
        return { open: false };
    }
  }

  /** An earlier attempt that looked failed may have succeeded: check the index before submitting again. */
  private async submit(capture: Capture): Promise<CaptureChange> {
    if (capture.submitted_at !== null) {
      const found = await this.lookUp(capture);
      if (found !== null) return found;
    }
    const submitted_at = this.now;
    const answer = await this.archive.capture(capture.url);
    if (answer.kind !== 'accepted') return { submitted_at, ...afterFailure(capture, answer, this.now) };
    const due_at = this.now + STATUS_INTERVAL_MICROS;
    return { state: 'pending', job_id: answer.jobId, submitted_at, due_at, reason: null };
  }

  private async follow(capture: Capture): Promise<CaptureChange> {
    const waited = this.now - (capture.submitted_at ?? this.now);
    const answer = capture.job_id === null ? null : await this.archive.status(capture.job_id);
    if (answer?.kind === 'captured') {
      return { state: 'captured', timestamp: answer.timestamp, due_at: this.now };
    }
    if (answer !== null && answer.kind !== 'pending' && answer.kind !== 'transient') {
      return afterFailure(capture, answer, this.now);
    }
    if (answer?.kind === 'transient' || answer === null || waited >= PENDING_PATIENCE_MICROS) {
      const found = await this.lookUp(capture);
      if (found !== null) return found;
    }
    if (waited < PENDING_PATIENCE_MICROS && answer?.kind !== 'transient') {
      return { due_at: this.now + STATUS_INTERVAL_MICROS };
    }
    const reason = answer?.kind === 'transient' ? answer.reason : 'no capture within an hour';
    return afterFailure(capture, { kind: 'transient', reason }, this.now);
  }

  private async lookUp(capture: Capture): Promise<CaptureChange | null> {
    const since = archiveTimestamp(capture.requested_at);
    const timestamp = await this.archive.find(capture.url, since).catch(() => null);
    return timestamp === null ? null : { state: 'captured', timestamp, due_at: this.now };
  }

  private async verify(capture: Capture): Promise<CaptureChange> {
    const timestamp = capture.timestamp ?? '';
    const bytes = await this.archive.rawCopy(capture.url, timestamp);
    if (bytes === null || captureMicros(timestamp) === null) {
      const change = afterFailure(capture, { kind: 'transient', reason: 'the copy cannot be read' }, this.now);
      return change.state === 'failed' ? change : { ...change, state: 'captured' };
    }
    if (sha256Hex(bytes) !== capture.sha256) {
      return afterFailure(capture, { kind: 'permanent', reason: 'the copy has other bytes' }, this.now);
    }
    const wayback_url = this.archive.waybackUrl(capture.url, timestamp);
    return { state: 'verified', open: false, wayback_url, reason: null };
  }
}
