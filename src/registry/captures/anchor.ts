/** A public record's proof: a web-archive capture of its day-file, complete at or before the market's resolution. */
import { MICROS_PER_SECOND, parseMicros } from '../../platform/common/utc-time';
import type { Environment } from '../../platform/config/environment';

/** The `anchor` of an evaluation record. */
export interface Anchor {
  readonly registry_date: string;
  readonly registry_url: string;
  readonly bundle_sha256: string;
  readonly wayback_url: string;
}

/** Archives whose copies count. Any other address could be the operator's own. */
const ARCHIVES = ['https://web.archive.org'] as const;

/** Whether an address is a copy in an accepted archive, or in the invented archive of a demo. */
export const isArchiveAddress = (waybackUrl: string, invented: string | null = null): boolean =>
  [...ARCHIVES, ...(invented === null ? [] : [invented])].some((archive) => waybackUrl.startsWith(`${archive}/web/`));

/** The invented archive of a demo, as stated in the policy of its log; null otherwise. */
export const inventedArchive = ({ demo, webArchiveUrl }: Pick<Environment, 'demo' | 'webArchiveUrl'>): string | null =>
  demo ? webArchiveUrl : null;

const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

/** End of the second of a capture's timestamp (14 digits UTC) in microseconds; null when malformed. */
export const captureMicros = (timestamp: string): number | null => {
  const [, year, month, day, hour, minute, second] = TIMESTAMP.exec(timestamp) ?? [];
  if (year === undefined) return null;
  const start = parseMicros(
    `${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.000000Z`,
  );
  return start === null ? null : start + MICROS_PER_SECOND;
};

/** Splits `…/web/{timestamp}[id_]/{url}`; null for other addresses. */
export const parseWaybackUrl = (waybackUrl: string): { readonly timestamp: string; readonly url: string } | null => {
  const match = /^https?:\/\/[^/]+\/web\/(\d{14})(?:id_)?\/(https?:\/\/.+)$/.exec(waybackUrl);
  return match === null ? null : { timestamp: match[1] ?? '', url: match[2] ?? '' };
};

export const captureIsBefore = (timestamp: string, resolvedAt: string): boolean => {
  const captured = captureMicros(timestamp);
  return captured !== null && captured <= (parseMicros(resolvedAt) ?? 0);
};

/** Whether a capture with this timestamp can contain a record: its second is not before that of `made_at`. */
export const captureIsAfter = (timestamp: string, madeAt: string): boolean =>
  TIMESTAMP.test(timestamp) && timestamp >= madeAt.replace(/\D/g, '').slice(0, 14);
