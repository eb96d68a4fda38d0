/** Lead times of sources before market moves, and score-cards of sources. Pure. */
import { DAY_MS } from '../platform/common/durations';
import { median } from '../platform/common/median';
import type { LeadTimeRowResponse } from './lead-time.dto';

/** A move with the sources of items on its market's entities in the hours before. */
export interface PrecededMove {
  /** UTC ms. */
  readonly at: number;
  readonly before: readonly Precedent[];
  /** Sources in the control period, the same hours one day earlier with a stable price, or null. */
  readonly control: readonly Speaker[] | null;
}

interface Speaker {
  readonly source: string;
  readonly source_type: string;
}

interface Precedent extends Speaker {
  /** Milliseconds from its first item in the hours before to the move. */
  readonly first_lead_ms: number;
  /** The same from its last item before the move. */
  readonly last_lead_ms: number;
}

/** Lead times by source type or source: most moves first, then longest lead. */
export const leadTimes = (moves: readonly PrecededMove[], by: keyof Speaker): LeadTimeRowResponse[] => {
  const controls = moves.flatMap(({ control }) =>
    control === null ? [] : [new Set(control.map((speaker) => speaker[by]))],
  );
  const leads = new Map<string, { first: number[]; last: number[] }>();
  for (const { before } of moves) {
    const ofMove = new Map<string, { first: number; last: number }>();
    for (const precedent of before) {
      const name = precedent[by];
      const known = ofMove.get(name);
      ofMove.set(name, {
        first: Math.max(known?.first ?? 0, precedent.first_lead_ms),
        last: Math.min(known?.last ?? Infinity, precedent.last_lead_ms),
      });
    }
    for (const [name, { first, last }] of ofMove) {
      const all = leads.get(name) ?? { first: [], last: [] };
      all.first.push(first);
      all.last.push(last);
      leads.set(name, all);
    }
  }
  return [...leads]
    .map(([name, { first, last }]) => ({
      name,
      moves: first.length,
      share: first.length / moves.length,
      control_share:
        controls.length === 0 ? null : controls.filter((spoke) => spoke.has(name)).length / controls.length,
      median_first_lead_seconds: median(first) / 1000,
      median_last_lead_seconds: median(last) / 1000,
    }))
    .sort(
      (a, b) =>
        b.moves - a.moves || b.median_first_lead_seconds - a.median_first_lead_seconds || (a.name < b.name ? -1 : 1),
    );
};

export interface SourceDay {
  /** Days since the Unix epoch. */
  readonly day: number;
  readonly items: number;
  readonly copies: number;
  /** Sum of arrival minus event time over dated items, ms. */
  readonly delay_ms: number;
  readonly dated: number;
  readonly last_at: number;
}

export interface ScoreCard {
  readonly days: number;
  readonly items: number;
  /** First items of a story, including stories without copies. */
  readonly first_reports: number;
  /** Copies of a known story. */
  readonly copies: number;
  /** Days without any item since its first one. */
  readonly silent_days: number;
  /** Days since its first item, at most `days`. */
  readonly watched_days: number;
  /** Mean of arrival minus event time, ms; null without dated items. */
  readonly mean_delay_ms: number | null;
  /** Market moves with an earlier item on the market's entities. */
  readonly moves_preceded: number;
  readonly moves: number;
  readonly median_lead_ms: number | null;
}

/**
 * The card of one source over the last `days` days.
 *
 * @param sourceDays in order, from its first day on
 * @param today days since the Unix epoch
 */
export const scoreCard = (
  source: string,
  sourceDays: readonly SourceDay[],
  moves: readonly PrecededMove[],
  today: number,
  days: number,
): ScoreCard => {
  const within = sourceDays.filter(({ day }) => day > today - days && day <= today);
  const firstDay = sourceDays[0]?.day;
  const watchedDays = firstDay === undefined ? 0 : Math.min(days, today - firstDay + 1);
  const sum = (of: (day: SourceDay) => number): number => within.reduce((total, day) => total + of(day), 0);
  const recent = moves.filter(({ at }) => Math.floor(at / DAY_MS) > today - days);
  const leads = recent.flatMap(({ before }) => before.filter((one) => one.source === source));
  const [items, copies, dated] = [sum((d) => d.items), sum((d) => d.copies), sum((d) => d.dated)];
  return {
    days,
    items,
    first_reports: items - copies,
    copies,
    silent_days: watchedDays - within.filter((day) => day.items > 0).length,
    watched_days: watchedDays,
    mean_delay_ms: dated === 0 ? null : sum((d) => d.delay_ms) / dated,
    moves_preceded: leads.length,
    moves: recent.length,
    median_lead_ms: leads.length === 0 ? null : median(leads.map((one) => one.first_lead_ms)),
  };
};
