import { parseWaybackUrl } from '../../../registry/captures/anchor';
import { boundedBody } from '../../../platform/common/bounded-body';

export interface ArchivedCopies {
  /** The archived bytes as text, or null when unavailable. */
  read(waybackUrl: string): Promise<string | null>;
  /** Addresses of all copies below an address, oldest first, from the archive's own index; null when unavailable. */
  list?(below: string): Promise<readonly string[] | null>;
}

/** The only trusted archive: any other host could be the operator's own. */
export const ARCHIVE_URL = 'https://web.archive.org';
const TIMEOUT_MS = 20_000;
const BYTES_MAX = 64 * 1024 * 1024;
const LISTED_MAX = 20_000;

/** `id_` after the timestamp requests the original bytes. Redirects to another capture are rejected. */
export class ArchivedCopiesClient implements ArchivedCopies {
  /** @param archiveUrl without a trailing slash; tests use their own */
  constructor(private readonly archiveUrl = ARCHIVE_URL) {}

  async read(waybackUrl: string): Promise<string | null> {
    const capture = parseWaybackUrl(waybackUrl);
    if (capture === null) return null;
    return this.text(`${this.archiveUrl}/web/${capture.timestamp}id_/${capture.url}`);
  }

  async list(below: string): Promise<readonly string[] | null> {
    const query = new URLSearchParams({
      url: below,
      matchType: 'prefix',
      output: 'json',
      fl: 'timestamp,original',
      filter: 'statuscode:200',
      limit: String(LISTED_MAX),
    });
    const text = await this.text(`${this.archiveUrl}/cdx/search/cdx?${query.toString()}`);
    if (text === null) return null;
    try {
      const rows = JSON.parse(text) as unknown;
      if (!Array.isArray(rows)) return null;
      return (rows as unknown[])
        .flatMap((row) => (Array.isArray(row) ? [row as unknown[]] : []))
        .map(([timestamp, original]) => `${ARCHIVE_URL}/web/${String(timestamp)}/${String(original)}`)
        .filter((address) => parseWaybackUrl(address)?.url.startsWith(below) === true)
        .sort();
    } catch {
      return null; // An HTML page, or a truncated response.
    }
  }

  private async text(address: string): Promise<string | null> {
    try {
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status !== 200) return null;
      return (await boundedBody(response, BYTES_MAX))?.toString('utf8') ?? null;
    } catch {
      // No response, a redirect or a truncated body: proves nothing.
      return null;
    }
  }
}
