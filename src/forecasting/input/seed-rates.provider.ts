/** Bundled base rates: resolved questions of an exchange, counted once (`seed/base-rates.json`). */
import { readJsonFile } from '../../platform/common/json-file';
import { packagePath } from '../../platform/common/package-root';
import { BASE_RATE_FLOOR } from './base-rates';
import type { InputBaseRate } from './forecast-input';

interface SeedRates {
  readonly exchange: string;
  /** UTC dates of the resolution period. */
  readonly from: string;
  readonly to: string;
  readonly rates: readonly {
    /** Null for all kinds. */
    readonly event_type: string | null;
    /** Remaining days while still open. */
    readonly days_left: number;
    readonly events: number;
    readonly share_yes: number;
  }[];
}

let loaded: SeedRates | null = null;

export const loadSeedRates = (): SeedRates =>
  (loaded ??= readJsonFile<SeedRates>(packagePath('seed', 'base-rates.json')));

/**
 * Rates for questions of any kind and of this kind, with the same or somewhat less remaining time; empty if their
 * period is not over at that instant.
 *
 * @param day UTC date of the instant
 */
export const seedRates = (
  { exchange, from, to, rates }: SeedRates,
  asked: { readonly eventType: string | null; readonly daysLeft: number | null },
  day: string,
): InputBaseRate[] => {
  const { daysLeft } = asked;
  if (to >= day || daysLeft === null || daysLeft < 0) return [];
  return [...new Set([asked.eventType, null])].flatMap((kind) => {
    const own = rates.filter(({ event_type, events }) => event_type === kind && events >= BASE_RATE_FLOOR);
    const row = own.findLast(({ days_left }) => days_left <= Math.max(1, daysLeft));
    if (row === undefined) return [];
    const about = kind === null ? 'any kind of event' : kind.replaceAll('_', ' ');
    const days = row.days_left === 1 ? 'a day' : `${row.days_left} days`;
    return [
      {
        alike: `${exchange}, resolved ${from} to ${to}, ${about}, still open ${days} before the end`,
        n: row.events,
        share_yes: row.share_yes,
      },
    ];
  });
};
