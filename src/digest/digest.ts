/**
 * One page of now, assembled from what was read: which entities move, compared with their usual day.
 * Pure: values in, values out.
 */

/** An entity with its items of the last 24 hours and of the days before. */
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
  /** Usual items a day; of too few days, the mean of those. */
  readonly baseline: number;
  /** Items of the last 24 hours over a usual day; null without a usual day. */
  readonly ratio: number | null;
}

/** Whole days that make a usual one. */
export const COMPARED_DAYS = 7;

/** Fewer whole days make no usual one: who began to listen yesterday finds everything unusual. */
export const USUAL_DAYS_MIN = 3;

/** Below it a ratio is noise: an entity named three times instead of once has not moved. */
const COUNT_MIN = 5;

/**
 * The entities that stand out: by how many items more than usual, in units of what chance alone would
 * give (the square root of a Poisson volume), so that neither the always loud nor the rare fill the list.
 * None as long as nobody knows what is usual.
 *
 * @param days of the days before, on how many anybody listened
 */
export const topMovers = (volumes: readonly EntityVolume[], days: number, limit: number): Mover[] =>
  (days < USUAL_DAYS_MIN ? [] : volumes)
    .filter(({ n }) => n >= COUNT_MIN)
    .map((volume) => toMover(volume, days))
    .sort((a, b) => excessOf(b) - excessOf(a) || b.n - a.n || (a.id < b.id ? -1 : 1))
    .slice(0, limit);

/** The busiest entities, by items of the last 24 hours. */
export const busiest = (volumes: readonly EntityVolume[], days: number, limit: number): Mover[] =>
  volumes
    .map((volume) => toMover(volume, days))
    .sort((a, b) => b.n - a.n || (a.id < b.id ? -1 : 1))
    .slice(0, limit);

/** A place or country with its items of the last 24 hours. */
export interface PlaceVolume extends Mover {
  readonly location: { readonly lat: number; readonly lon: number };
}

/** Where the items of the last 24 hours were about, the busiest first. */
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
