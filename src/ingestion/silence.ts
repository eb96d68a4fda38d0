/** Categories with sources that failed for hours, which weakens scores that count kinds of evidence. */
import { HOUR_MS } from '../platform/common/durations';
import type { ListedSource } from './exchange-sources';
import type { SourceHealth, SourceRecord } from './source-state';

export interface SourceReading {
  readonly source: ListedSource;
  readonly record: SourceRecord;
  readonly health: SourceHealth;
}

export interface Silence {
  readonly category: string;
  readonly silent: number;
  readonly total: number;
  readonly hours: number;
  /** Ids of the silent sources, sorted. */
  readonly sources: readonly string[];
  /** `3 of 15 iranian media sources silent for 6 h`. */
  readonly warning: string;
}

/** Categories with a source that failed for all of the last `hours`, highest share first; disabled ones excluded. */
export const silences = (readings: readonly SourceReading[], now: number, hours = 6): readonly Silence[] => {
  const groups = new Map<string, { total: number; silent: string[] }>();
  for (const { source, record, health } of readings) {
    if (health.state === 'disabled') continue;
    const group = groups.get(source.category) ?? { total: 0, silent: [] };
    group.total += 1;
    if (health.state === 'down' && now - record.down_since >= hours * HOUR_MS) group.silent.push(source.id);
    groups.set(source.category, group);
  }
  return [...groups]
    .filter(([, group]) => group.silent.length > 0)
    .map(([category, { total, silent }]) => ({
      category,
      silent: silent.length,
      total,
      hours,
      sources: silent.sort(),
      warning: `${silent.length} of ${total} ${category.replaceAll('_', ' ')} ${total === 1 ? 'source' : 'sources'} silent for ${hours} h`,
    }))
    .sort((a, b) => b.silent / b.total - a.silent / a.total || (a.category < b.category ? -1 : 1));
};
