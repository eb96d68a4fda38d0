/**
 * Anchors: the proof that a record was public before its market resolved, by a copy that the web archive
 * took of its day-file. A capture counts from the end of the second that its timestamp names, and only
 * when it lies at or before the resolution.
 */
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

/** Whether an address is that of a copy in an archive that counts, or in the one that a demo has invented. */
export const isArchiveAddress = (waybackUrl: string, invented: string | null = null): boolean =>
  [...ARCHIVES, ...(invented === null ? [] : [invented])].some((archive) => waybackUrl.startsWith(`${archive}/web/`));

/** The archive that a demo has invented, as the policy of its log states it; null everywhere else. */
export const inventedArchive = ({ demo, webArchiveUrl }: Pick<Environment, 'demo' | 'webArchiveUrl'>): string | null =>
  demo ? webArchiveUrl : null;

const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

/** Microseconds by which a capture surely existed: 14 digits UTC, plus one second; null when malformed. */
export const captureMicros = (timestamp: string): number | null => {
  const [, year, month, day, hour, minute, second] = TIMESTAMP.exec(timestamp) ?? [];
  if (year === undefined) return null;
  const start = parseMicros(
    `${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.000000Z`,
  );
  return start === null ? null : start + MICROS_PER_SECOND;
};

/** `…/web/{timestamp}[id_]/{url}` taken apart; null when it is no capture address. */
export const parseWaybackUrl = (waybackUrl: string): { readonly timestamp: string; readonly url: string } | null => {
  const match = /^https?:\/\/[^/]+\/web\/(\d{14})(?:id_)?\/(https?:\/\/.+)$/.exec(waybackUrl);
  return match === null ? null : { timestamp: match[1] ?? '', url: match[2] ?? '' };
};

/** Whether the capture with this timestamp existed before the resolution, in microseconds. */
export const captureIsBefore = (timestamp: string, resolvedAtMicros: number): boolean => {
  const captured = captureMicros(timestamp);
  return captured !== null && captured <= resolvedAtMicros;
};

/** Whether a capture with this timestamp can hold a record: its second is not before that of `made_at`. */
export const captureIsAfter = (timestamp: string, madeAt: string): boolean =>
  TIMESTAMP.test(timestamp) && timestamp >= madeAt.replace(/\D/g, '').slice(0, 14);
