/** The demo's web archive (Save Page Now 2). As in reality, some captures are late and some never succeed. */
import { MINUTE_MS } from '../platform/common/durations';
import { sha256Hex } from '../platform/common/sha256';

/** The archive's host, so that no demo address looks like a real capture. */
export const DEMO_ARCHIVE_HOST = 'web-archive.example.org';

interface Job {
  readonly url: string;
  /** Demo time at which the capture is ready, or null when it fails. */
  readonly readyAt: number | null;
}

export interface ArchiveReply {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer | string;
}

const json = (value: unknown): ArchiveReply => ({ status: 200, type: 'application/json', body: JSON.stringify(value) });

export class ReplayArchive {
  private readonly jobs = new Map<string, Job>();
  private readonly copies = new Map<string, Buffer>();

  /** @param ownBytes the current response of our service at a path, or null */
  constructor(private readonly ownBytes: (path: string) => Promise<Buffer | null>) {}

  /** Handles requests to the archive's host; null for other hosts. @param now UTC ms */
  async answer(
    host: string,
    path: string,
    request: { readonly method: string; readonly query: URLSearchParams; readonly body: string },
    now: number,
  ): Promise<ArchiveReply | null> {
    if (host !== DEMO_ARCHIVE_HOST) return null;
    if (path === '/save' && request.method === 'POST')
      return this.save(new URLSearchParams(request.body).get('url') ?? '', now);
    const job = /^\/save\/status\/(.+)$/.exec(path)?.[1];
    if (job !== undefined) return this.status(job, now);
    if (path === '/cdx/search/cdx') return json([]);
    const search = request.query.toString();
    const copy = this.copies.get(search === '' ? path : `${path}?${search}`);
    return copy === undefined
      ? { status: 404, type: 'text/plain', body: 'no such capture' }
      : { status: 200, type: 'application/json', body: copy };
  }

  private save(url: string, now: number): ArchiveReply {
    const id = `spn2-${sha256Hex(`${url}|${now}`).slice(0, 32)}`;
    // Depends on the address alone, so that every run has the same results.
    const fate = Number.parseInt(sha256Hex(url).slice(0, 4), 16) % 12;
    this.jobs.set(id, { url, readyAt: fate === 0 ? null : now + (fate === 1 ? 50 : 1) * MINUTE_MS });
    return json({ url, job_id: id });
  }

  private async status(id: string, now: number): Promise<ArchiveReply> {
    const job = this.jobs.get(id);
    if (job?.readyAt === null) return json({ status: 'error', status_ext: 'error:blocked-url', job_id: id });
    if (job === undefined || now < job.readyAt) return json({ status: 'pending', job_id: id });
    const timestamp = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14);
    const { pathname, search } = new URL(job.url);
    const bytes = await this.ownBytes(`${pathname}${search}`);
    if (bytes === null) return json({ status: 'error', status_ext: 'error:not-found', job_id: id });
    this.copies.set(`/web/${timestamp}id_/${job.url}`, bytes);
    return json({
      status: 'success',
      job_id: id,
      timestamp,
      original_url: job.url,
      http_status: 200,
    });
  }
}
