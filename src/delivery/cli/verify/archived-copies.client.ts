import { parseWaybackUrl } from '../../../registry/captures/anchor';
import { boundedBody } from '../../../platform/common/bounded-body';

/** Copies in a web archive as anybody reads them. */
export interface ArchivedCopies {
  /** The archived bytes as text, or null when they cannot be read now. */
  read(waybackUrl: string): Promise<string | null>;
  /**
   * Addresses of all copies below an address, oldest first, as the archive itself lists them; null when it
   * does not answer.
   */
  list?(below: string): Promise<readonly string[] | null>;
}

/** The archive that counts: any other host could be the operator's own. */
export const ARCHIVE_URL = 'https://web.archive.org';
const TIMEOUT_MS = 20_000;
const BYTES_MAX = 64 * 1024 * 1024;
const LISTED_MAX = 20_000;

/**
 * Reads raw copies: `id_` after the timestamp asks for the bytes as they were. An archive that answers
 * with another capture redirects, which is no answer here.
 */
export class ArchivedCopiesClient implements ArchivedCopies {
  /** @param archiveUrl without a closing slash; tests name one of their own */
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
      return null; // A page of HTML, or half an answer.
    }
  }

  private async text(address: string): Promise<string | null> {
    try {
      const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status !== 200) return null;
      return (await boundedBody(response, BYTES_MAX))?.toString('utf8') ?? null;
    } catch {
      // No answer, a redirect or a cut one: nothing is proven by it.
      return null;
    }
  }
}
