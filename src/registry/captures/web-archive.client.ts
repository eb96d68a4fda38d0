import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { publicAddress } from '../../platform/upstream/public-address';
import { UpstreamClient } from '../../platform/upstream/upstream.client';
import { UpstreamError, type UpstreamResponse } from '../../platform/upstream/upstream-request';
import {
  archiveFailure,
  type ArchiveClient,
  type ArchiveFailure,
  type CaptureAnswer,
  type StatusAnswer,
} from './archive-client';

const TIMESTAMP = /^\d{14}$/;

/** Client of the Internet Archive: Save Page Now 2, raw bytes (`/web/{timestamp}id_/{url}`), capture index. */
@Injectable()
export class WebArchiveClient implements ArchiveClient {
  constructor(
    private readonly upstream: UpstreamClient,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  get offReason(): string | null {
    const { webArchiveAccessKey, webArchiveSecretKey } = this.environment;
    if (webArchiveAccessKey === null || webArchiveSecretKey === null) {
      return 'Captures are off: WEB_ARCHIVE_ACCESS_KEY and WEB_ARCHIVE_SECRET_KEY are not set.';
    }
    // A demo runs its archive in its own process.
    return publicAddress(this.environment) === null && !this.environment.demo
      ? 'Captures are off: PUBLIC_URL is not a public address, so the archive cannot reach the day-files.'
      : null;
  }

  async capture(url: string): Promise<CaptureAnswer> {
    try {
      const response = await this.upstream.post({
        url: `${this.base}/save`,
        form: { url, force_get: '1', skip_first_archive: '1' },
        ...this.request(),
        totalTimeoutMs: 120_000,
      });
      const answer = readObject(response);
      const failure = failureIn(answer);
      if (failure !== null) return failure;
      const jobId = answer['job_id'];
      return { kind: 'accepted', jobId: isJobId(jobId) ? jobId : null };
    } catch (error) {
      return failureOf(error);
    }
  }

  async status(jobId: string): Promise<StatusAnswer> {
    try {
      const response = await this.upstream.get({
        url: `${this.base}/save/status/${encodeURIComponent(jobId)}`,
        ...this.request(),
      });
      const answer = readObject(response);
      const failure = failureIn(answer);
      if (failure !== null) return failure;
      const { status, timestamp } = answer;
      if (status !== 'success') return { kind: 'pending' };
      return typeof timestamp === 'string' && TIMESTAMP.test(timestamp)
        ? { kind: 'captured', timestamp }
        : { kind: 'transient', reason: 'a success without a timestamp' };
    } catch (error) {
      return failureOf(error);
    }
  }

  async find(url: string, since: string): Promise<string | null> {
    const query = new URLSearchParams({
      url,
      output: 'json',
      fl: 'timestamp',
      from: since,
      filter: 'statuscode:200',
      limit: '1',
    });
    const response = await this.upstream.get({
      url: `${this.base}/cdx/search/cdx?${query.toString()}`,
      allowPrivate: true,
    });
    const rows = readJson(response);
    if (!Array.isArray(rows)) return null;
    const found = (rows as unknown[])
      .map((row) => (Array.isArray(row) ? (row as unknown[])[0] : null))
      .find((cell) => typeof cell === 'string' && TIMESTAMP.test(cell) && cell >= since);
    return (found as string | undefined) ?? null;
  }

  async rawCopy(url: string, timestamp: string): Promise<Buffer | null> {
    try {
      const response = await this.upstream.get({
        url: `${this.base}/web/${timestamp}id_/${url}`,
        allowPrivate: true,
        totalTimeoutMs: 60_000,
      });
      // Without a capture of this second the archive redirects to the nearest one.
      return response.finalUrl.includes(`/web/${timestamp}`) ? response.body : null;
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    }
  }

  waybackUrl(url: string, timestamp: string): string {
    return `${this.base}/web/${timestamp}/${url}`;
  }

  private get base(): string {
    return this.environment.webArchiveUrl;
  }

  /** No retries here: capture steps are retried later, at longer intervals. */
  private request() {
    const { webArchiveAccessKey, webArchiveSecretKey } = this.environment;
    return {
      headers: { Accept: 'application/json' },
      secretHeaders: {
        Authorization: `LOW ${webArchiveAccessKey ?? ''}:${webArchiveSecretKey ?? ''}`,
      },
      allowPrivate: true,
      retries: 0,
    };
  }
}

const isJobId = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{1,200}$/.test(value);

const readJson = (response: UpstreamResponse): unknown => {
  try {
    return JSON.parse(response.body.toString('utf8'));
  } catch {
    return null; // HTML instead of JSON: treated as an empty response.
  }
};

const readObject = (response: UpstreamResponse): Record<string, unknown> => {
  const value = readJson(response);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
};

const failureIn = (answer: Record<string, unknown>): ArchiveFailure | null => {
  if (answer['status'] !== 'error') return null;
  const code = answer['status_ext'];
  return archiveFailure(typeof code === 'string' ? code : 'unknown');
};

const failureOf = (error: unknown): ArchiveFailure => {
  if (!(error instanceof UpstreamError)) throw error;
  const { status, retryAfterMs } = error.details;
  if (status === 429) return { kind: 'quota', reason: 'HTTP 429', retryAfterMs: retryAfterMs ?? null };
  if (status === 401 || status === 403) return { kind: 'permanent', reason: `HTTP ${status}` };
  return { kind: 'transient', reason: error.message };
};
