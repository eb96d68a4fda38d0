/**
 * Rate of false surges, and delay until a real one is detected.
 *
 *   npm run bench tick surge [-- --days 30 --bursts 200]
 *
 * Simulates a quiet month as it arrives: random stories with daily and weekly rhythm, copied by other outlets within
 * half an hour; sources are polled every ten minutes, some responses are late, some items have no time of their own,
 * one source in ten is down for a day. The rule is evaluated every minute, as in the service. Bursts of known size are
 * added to copies of ordinary days. Some items of a burst never count (no time of their own, or an hour late), and for
 * a small cluster the threshold is a minimum count instead of three times its baseline: so detected bursts are reported
 * next to those that reach the threshold, all of which must be detected.
 */
import { HOUR_MS } from '../../src/platform/common/durations';
import { baselineBefore } from '../../src/surge/baseline';
import type { Alert } from '../../src/surge/episode';
import { evaluateClusters, reachOf, timelyOf, type RecentItem } from '../../src/surge/evaluate';
import { fullestWindow, judge } from '../../src/surge/surge-rule';
import type { Part } from '../support/bench';
import { poisson, seededRandom } from '../support/seeded-random';

const MINUTE = 60_000;
const POLL_MS = 10 * MINUTE;
const START = Date.UTC(2026, 3, 1);
const WARM_DAYS = 8;
const SOURCES = 120;

/** Clusters with their stories per minute, from the busiest theater to a rarely named one. */
const CLUSTERS = Array.from({ length: 25 }, (_, n) => ({
  id: `cluster-${n}`,
  entities: [`entity-${n}`],
  storiesPerMinute: 2.2 * 0.75 ** n,
}));

interface Burst {
  readonly at: number;
  readonly entity: string;
  /** Items in its first five minutes. */
  readonly items: number;
}

export const surge: Part = (bench) => {
  const days = bench.number('days', 30);
  const quiet = simulate(days, []).alerts;
  bench.say(
    `quiet: ${quiet.length} alerts in ${days} days over ${CLUSTERS.length} clusters, ${((quiet.length * 30) / days).toFixed(1)} a month`,
  );
  const detection = detect(bench.number('bursts', 120));
  for (const row of detection)
    bench.say(
      `bursts of ${row.times} × baseline (at least ${row.least} items): ${row.seen} of ${row.bursts} seen, ${row.reached} came up to the rule (${row.reachedSeen} of them seen), delay p50 ${row.p50Minutes} min, p90 ${row.p90Minutes} min`,
    );
  bench.keep('surge', {
    days,
    clusters: CLUSTERS.length,
    falseAlarms: quiet.length,
    alarms: quiet.map(({ cluster, count, ratio }) => ({ cluster, count, ratio })),
    detection,
  });
};

/** One burst at a time, in each cluster of the busier half, hours apart. */
const detect = (count: number) =>
  [3, 4, 6, 10].map((times) => {
    const bursts = Array.from({ length: count }, (_, n): Burst => {
      const cluster = CLUSTERS[n % 12] ?? { entities: [''], storiesPerMinute: 0 };
      const usual = cluster.storiesPerMinute * ITEMS_PER_STORY * 5;
      return {
        at: START + WARM_DAYS * 24 * HOUR_MS + Math.floor(n / 12) * 5 * HOUR_MS + (n % 7) * MINUTE,
        entity: cluster.entities[0] ?? '',
        items: Math.max(LEAST, Math.ceil(usual * times)),
      };
    });
    const hours = Math.ceil(count / 12) * 5 + 5;
    const month = simulate(hours / 24, bursts);
    const delayOf = ({ at, entity }: Burst): number | null => {
      const cluster = clusterOf(entity);
      const alert = month.alerts.find(
        (one) => one.cluster === cluster && one.opened_at >= at && one.opened_at < at + HOUR_MS,
      );
      return alert === undefined ? null : (alert.opened_at - at) / MINUTE;
    };
    const delays = bursts
      .map(delayOf)
      .filter((delay) => delay !== null)
      .sort((a, b) => a - b);
    const reached = bursts.filter((burst) => comesUpToTheRule(burst, month));
    return {
      times,
      least: LEAST,
      bursts: bursts.length,
      seen: delays.length,
      reached: reached.length,
      reachedSeen: reached.filter((burst) => delayOf(burst) !== null).length,
      p50Minutes: quantile(delays, 0.5),
      p90Minutes: quantile(delays, 0.9),
    };
  });

/** Whether a burst's counted items, added to the usual ones, reach the rule's threshold. */
const comesUpToTheRule = ({ at, entity }: Burst, month: Month): boolean => {
  const items = month.arrivals.filter(
    (item) => item.entities[0] === entity && item.at > at - 10 * MINUTE && item.at <= at + 10 * MINUTE,
  );
  const window = fullestWindow(items, at, at + 10 * MINUTE, timelyOf(POLL_MS));
  if (window === null) return false;
  const tally = month.tallies.get(clusterOf(entity)) ?? new Map<number, number>();
  return judge(window, baselineBefore(tally, month.watched, window.start)).surging;
};

const clusterOf = (entity: string): string => entity.replace('entity', 'cluster');

/** Items of the smallest burst: quiet clusters burst with a dozen reports, not with three. */
const LEAST = 12;
/** Average reports per story, copies included. */
const ITEMS_PER_STORY = 1.6;

interface Month {
  readonly alerts: readonly Alert[];
  readonly arrivals: readonly RecentItem[];
  readonly tallies: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly watched: ReadonlyMap<number, number>;
}

/** Some days after a week of baseline, and their alerts. */
const simulate = (days: number, bursts: readonly Burst[]): Month => {
  const from = START + WARM_DAYS * 24 * HOUR_MS;
  const until = from + days * 24 * HOUR_MS;
  const arrivals = arrivalsOf(START, until, bursts);
  const tallies = new Map(CLUSTERS.map(({ id }) => [id, new Map<number, number>()]));
  const watched = new Map<number, number>();
  const latest = new Map<string, Alert>();
  const alerts: Alert[] = [];
  let recent: RecentItem[] = [];
  let next = 0;
  for (let now = START; now <= until; now += MINUTE) {
    watched.set(Math.floor(now / HOUR_MS), 1 - DOWN_SHARE);
    for (let item = arrivals[next]; item !== undefined && item.firstSeenAt <= now; item = arrivals[next]) {
      recent.push(item);
      const tally = tallies.get(clusterOf(item.entities[0] ?? ''));
      const hour = Math.floor(item.at / HOUR_MS);
      tally?.set(hour, (tally.get(hour) ?? 0) + 1);
      next += 1;
    }
    recent = recent.filter(({ at }) => at > now - reachOf(POLL_MS));
    if (now < from) continue;
    const steps = evaluateClusters({
      clusters: CLUSTERS,
      items: recent,
      tallies,
      watched,
      latest,
      now,
      pollMs: POLL_MS,
    });
    for (const step of steps) {
      if (step.kind === 'none') continue;
      latest.set(step.alert.cluster, step.alert);
      if (step.kind === 'opened') alerts.push(step.alert);
    }
  }
  return { alerts, arrivals, tallies, watched };
};

const DOWN_SHARE = 0.02;

/** All items of the simulated time, in order of arrival. */
const arrivalsOf = (from: number, until: number, bursts: readonly Burst[]): RecentItem[] => {
  const random = seededRandom(20_260_507);
  const items: RecentItem[] = [];
  const add = (entity: string, at: number, story: number): void => {
    const copies = random() < 0.3 ? 1 + Math.floor(random() * 3) : 0;
    for (let copy = 0; copy <= copies; copy += 1) {
      const reported = at + (copy === 0 ? 0 : Math.floor(random() * 30 * MINUTE));
      if (random() >= DOWN_SHARE) items.push(arrive(entity, reported, `${story}-${copy}`, random));
    }
  };
  let story = 0;
  for (let minute = from; minute < until; minute += MINUTE)
    for (const { entities, storiesPerMinute } of CLUSTERS) {
      const count = poisson(storiesPerMinute * rhythm(minute), random);
      for (let n = 0; n < count; n += 1) add(entities[0] ?? '', minute + Math.floor(random() * MINUTE), (story += 1));
    }
  for (const { at, entity, items: count } of bursts)
    for (let n = 0; n < count; n += 1)
      items.push(arrive(entity, at + Math.floor(random() * 5 * MINUTE), `b${(story += 1)}`, random));
  return items.sort((a, b) => a.firstSeenAt - b.firstSeenAt);
};

/** Day and night, week and weekend: between 0.5 and 1.5 of the mean. */
const rhythm = (at: number): number => {
  const hour = (at / HOUR_MS) % 24;
  const weekend = [5, 6].includes(Math.floor(at / (24 * HOUR_MS)) % 7);
  return (1 + 0.45 * Math.sin(((hour - 6) / 24) * 2 * Math.PI)) * (weekend ? 0.8 : 1.05);
};

/** An item as found by the next poll: mostly within minutes, sometimes an hour late. */
const arrive = (entity: string, at: number, id: string, random: () => number): RecentItem => {
  const published = at + (random() < 0.05 ? HOUR_MS : Math.floor(random() * 3 * MINUTE));
  const source = Math.floor(random() * SOURCES);
  const offset = source * 2_000;
  const firstSeenAt = Math.ceil((published - offset) / POLL_MS) * POLL_MS + offset;
  const dated = random() >= 0.08;
  return {
    id,
    at: dated ? at : firstSeenAt,
    firstSeenAt,
    publishedAt: dated ? at : null,
    family: `family-${source % 70}`,
    entities: [entity],
  };
};

const quantile = (sorted: readonly number[], q: number): number | null =>
  sorted.length === 0 ? null : Math.round((sorted[Math.ceil(sorted.length * q) - 1] ?? 0) * 10) / 10;
