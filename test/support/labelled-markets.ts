import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Market } from '../../src/markets/market';
import { parseKalshiMarkets } from '../../src/markets/kalshi/parse-markets';
import type { TaggedMarket } from '../../src/markets/tracked-market';

/** One line of test/fixtures/markets/tracking.jsonl. */
export interface LabelledMarket {
  readonly id: string;
  readonly exchange: Market['exchange'];
  readonly question: string;
  readonly tags?: readonly string[];
  readonly category?: string;
  readonly group_title?: string;
  readonly placeholder?: boolean;
  readonly track: boolean;
  readonly theater?: string | null;
  readonly event_type?: string | null;
  /** Where more than one answer can be defended, none is asked for. */
  readonly theater_any?: boolean;
  readonly event_any?: boolean;
  readonly half: 'tune' | 'held';
}

/** Invented questions with the labels of a reader. */
export const labelledMarkets = (half: LabelledMarket['half']): readonly LabelledMarket[] =>
  readFileSync(join(__dirname, '..', 'fixtures', 'markets', 'tracking.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledMarket)
    .filter((row) => row.half === half);

/** A market as its exchange would list the question. */
export const listedMarket = (row: LabelledMarket): Market => {
  const [market] = parseKalshiMarkets({
    markets: [{ ticker: row.id, title: row.question, status: 'active' }],
  }).markets;
  if (market === undefined) throw new Error(`${row.id} is not a market`);
  return {
    ...market,
    exchange: row.exchange,
    event: null,
    tags: row.tags ?? [],
    category: row.category ?? null,
    group_title: row.group_title ?? null,
    placeholder: row.placeholder ?? false,
  };
};

export interface TrackingScore {
  readonly questions: number;
  readonly precision: number;
  readonly recall: number;
  readonly theater: number;
  readonly event_type: number;
  readonly mistakes: readonly string[];
}

/** Precision and recall of tracking; of those rightly tracked, the shares with the right theater and kind of event. */
export const scoreTracking = (
  rows: readonly LabelledMarket[],
  decide: (market: Market) => TaggedMarket | null,
): TrackingScore => {
  const mistakes: string[] = [];
  const count = { hits: 0, false: 0, missed: 0, theater: 0, event: 0 };
  for (const row of rows) {
    const tagged = decide(listedMarket(row));
    if ((tagged !== null) !== row.track)
      mistakes.push(`${row.track ? 'missed' : 'noise'}: ${row.question} ${tagged?.trackedBecause ?? ''}`);
    if (tagged === null) {
      if (row.track) count.missed++;
      continue;
    }
    if (!row.track) {
      count.false++;
      continue;
    }
    count.hits++;
    if (row.theater_any === true || tagged.theater === (row.theater ?? null)) count.theater++;
    else mistakes.push(`theater ${String(tagged.theater)}: ${row.question}`);
    if (row.event_any === true || tagged.eventType === (row.event_type ?? null)) count.event++;
    else mistakes.push(`kind ${String(tagged.eventType)}: ${row.question}`);
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000);
  return {
    questions: rows.length,
    precision: share(count.hits, count.hits + count.false),
    recall: share(count.hits, count.hits + count.missed),
    theater: share(count.theater, count.hits),
    event_type: share(count.event, count.hits),
    mistakes,
  };
};
