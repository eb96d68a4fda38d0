export interface EntityVolume {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly theater: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly n: number;
  /** Items of the {@link COMPARED_DAYS} whole days before. */
  readonly before: number;
}

export interface Mover extends Omit<EntityVolume, 'before' | 'location'> {
  /** Usual items per day; with too few days, their mean. */
  readonly baseline: number;
  /** Items of the last 24 hours over a usual day; null without one. */
  readonly ratio: number | null;
}

export const COMPARED_DAYS = 7;

/** With fewer whole days there is no baseline. */
export const USUAL_DAYS_MIN = 3;

/** With fewer items a ratio is noise. */
const COUNT_MIN = 5;

/** The largest excess in standard deviations of a Poisson volume, so that neither busy nor rare entities dominate. */
export const topMovers = (volumes: readonly EntityVolume[], days: number, limit: number): Mover[] =>
  (days < USUAL_DAYS_MIN ? [] : volumes)
    .filter(({ n }) => n >= COUNT_MIN)
    .map((volume) => toMover(volume, days))
    .sort((a, b) => excessOf(b) - excessOf(a) || b.n - a.n || (a.id < b.id ? -1 : 1))
    .slice(0, limit);

export const busiest = (volumes: readonly EntityVolume[], days: number, limit: number): Mover[] =>
  volumes
    .map((volume) => toMover(volume, days))
    .sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1))
    .slice(0, limit);

export interface PlaceVolume extends Mover {
  readonly location: { readonly lat: number; readonly lon: number };
}

export const placesOf = (volumes: readonly EntityVolume[], days: number): PlaceVolume[] =>
  volumes
    .flatMap((volume) => (volume.location === null ? [] : [{ ...toMover(volume, days), location: volume.location }]))
    .sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1));

const toMover = ({ id, name, type, theater, n, before }: EntityVolume, days: number): Mover => {
  const baseline = days === 0 ? 0 : before / Math.min(days, COMPARED_DAYS);
  const usual = days >= USUAL_DAYS_MIN && before > 0;
  return { id, name, type, theater, n, baseline, ratio: usual ? n / baseline : null };
};

const excessOf = ({ n, baseline }: Mover): number => (n - baseline) / Math.sqrt(baseline + 1);
