import { HOUR_MS } from '../platform/common/durations';
import { baselineBefore } from './baseline';
import { clustersOf } from './clusters';
import { CLOSE_AFTER_MS, COOL_DOWN_MS, type Alert, type Step } from './episode';
import { evaluateClusters, reachOf, timelyOf, type Evaluation, type RecentItem } from './evaluate';

const NOON = Date.UTC(2026, 4, 7, 12);
const NOON_HOUR = NOON / HOUR_MS;
const MINUTE = 60_000;
const POLL_MS = 10 * MINUTE;

/** `n` items of `families` families, spread over the four minutes before `end`. */
const burst = (n: number, end = NOON, families = 3, entity = 'iran'): RecentItem[] =>
  Array.from({ length: n }, (_, k) => {
    const at = end - Math.floor((k * 4 * MINUTE) / n);
    return {
      id: `${entity}-${end}-${k}`,
      at,
      firstSeenAt: at + 30_000,
      publishedAt: at,
      family: `family-${k % families}`,
      entities: [entity],
    };
  });

/** The same number in each of the 168 hours before noon's. */
const steady = (perHour: number, hours = 168): ReadonlyMap<number, number> =>
  new Map(Array.from({ length: hours }, (_, k) => [NOON_HOUR - 1 - k, perHour]));

const everyHour = steady(1, 200);

const world = (given: Partial<Evaluation>): Evaluation => ({
  clusters: [{ id: 'theater:iran', entities: ['iran'] }],
  items: [],
  tallies: new Map([['theater:iran', steady(120, 200)]]),
  watched: everyHour,
  latest: new Map(),
  now: NOON,
  pollMs: POLL_MS,
  ...given,
});

const kinds = (steps: readonly Step[]): string[] => steps.map(({ kind }) => kind);

const alertOf = (step: Step | undefined): Alert => {
  if (step === undefined || step.kind === 'none') throw new Error('no alert');
  return step.alert;
};

describe('baselineBefore', () => {
  it('counts items of the week’s complete hours per five minutes, empty hours included', () => {
    const tally = new Map([[NOON_HOUR - 1, 12]]);

    expect(baselineBefore(steady(12), everyHour, NOON)).toEqual({
      rate: 1,
      busyRate: 1,
      hours: 168,
    });
    expect(baselineBefore(tally, everyHour, NOON).rate).toBe(0);
    expect(baselineBefore(new Map(), everyHour, NOON)).toEqual({
      rate: 0,
      busyRate: 0,
      hours: 168,
    });
  });

  it('excludes the current hour, and everything before the week', () => {
    const tally = new Map([
      [NOON_HOUR, 1_000],
      [NOON_HOUR - 169, 1_000],
    ]);
    expect(baselineBefore(tally, everyHour, NOON + 59 * MINUTE).rate).toBe(0);
  });

  it('is not lifted by a crisis of a few hours', () => {
    const tally = new Map([...steady(12), ...Array.from({ length: 8 }, (_, k) => [NOON_HOUR - 5 - k, 5_000] as const)]);
    expect(baselineBefore(tally, everyHour, NOON).rate).toBe(1);
  });

  it('leaves out hours that nobody watched instead of taking them for empty', () => {
    const watched = new Map([...everyHour].filter(([hour]) => hour % 2 === 0));
    const tally = new Map([...steady(12)].filter(([hour]) => hour % 2 === 0));
    expect(baselineBefore(tally, watched, NOON)).toEqual({ rate: 1, busyRate: 1, hours: 84 });
  });

  it('scales up an hour in which sources were down, and leaves it out when most were', () => {
    const watched = new Map([...everyHour].map(([hour]) => [hour, hour % 2 === 0 ? 1 : 0.5]));
    const tally = new Map([...steady(12)].map(([hour]) => [hour, hour % 2 === 0 ? 12 : 6]));
    expect(baselineBefore(tally, watched, NOON)).toEqual({ rate: 1, busyRate: 1, hours: 168 });

    const mostlyDown = new Map([...watched].map(([hour, share]) => [hour, share === 1 ? 1 : 0.4]));
    expect(baselineBefore(tally, mostlyDown, NOON)).toEqual({ rate: 1, busyRate: 1, hours: 84 });
  });
});

describe('the span that is examined', () => {
  it('is a poll and a window back, and another window for later items of that one', () => {
    expect([timelyOf(POLL_MS), reachOf(POLL_MS)]).toEqual([15 * MINUTE, 20 * MINUTE]);
  });

  it('is null where no hour was watched', () => {
    expect(baselineBefore(steady(12), new Map(), NOON)).toEqual({ rate: 0, busyRate: 0, hours: 0 });
  });
});

describe('evaluateClusters', () => {
  it('opens one alert with its items', () => {
    // 120 an hour are 10 in five minutes.
    const [step] = evaluateClusters(world({ items: burst(31) }));

    expect(step).toMatchObject({
      kind: 'opened',
      alert: {
        cluster: 'theater:iran',
        active: true,
        count: 31,
        ratio: 3.1,
        families: 3,
        opened_at: NOON,
        window_end: NOON,
        baseline: { rate: 10, hours: 168 },
      },
    });
    expect(step?.kind === 'opened' && step.evidence).toHaveLength(31);
  });

  it('opens none without a baseline, however loud', () => {
    expect(evaluateClusters(world({ items: burst(500), watched: new Map() }))).toEqual([]);
  });

  it('opens none for a batch of old items that arrives at once', () => {
    const late = burst(100).map((item) => ({ ...item, firstSeenAt: item.at + HOUR_MS }));
    expect(evaluateClusters(world({ items: late }))).toEqual([]);
  });

  it('looks at a window for as long as timely items may come into it', () => {
    const seen = NOON + timelyOf(POLL_MS) - 1;
    const items = burst(40).map((item) => ({ ...item, firstSeenAt: seen - 5 * MINUTE }));
    const at = (now: number): string[] => kinds(evaluateClusters(world({ items, now })));

    expect(at(seen - MINUTE)).toEqual(['opened']);
    expect(at(seen + MINUTE)).toEqual([]);
  });

  it('counts an item once in a cluster, and opens one alert for one burst', () => {
    const items = burst(31).map((item) => ({ ...item, entities: ['iran', 'oil'] }));
    const clusters = [
      { id: 'theater:iran', entities: ['iran', 'oil'] },
      { id: 'around:oil', entities: ['oil', 'saudi'] },
      { id: 'theater:sahel', entities: ['mali'] },
    ];
    const tallies = new Map(clusters.map(({ id }) => [id, steady(120)]));

    const steps = evaluateClusters(world({ items, clusters, tallies }));

    expect(steps.map((step) => [step.kind, alertOf(step).cluster, alertOf(step).count])).toEqual([
      ['opened', 'around:oil', 31],
    ]);
    expect(alertOf(steps[0]).also).toEqual(['theater:iran']);
  });

  it('goes through an episode: opens, is updated, closes, cools down, may open again', () => {
    const items: RecentItem[] = [];
    const latest = new Map<string, Alert>();
    const log: string[] = [];
    const tick = (now: number): void => {
      const reach = items.filter(({ at }) => at > now - reachOf(POLL_MS) && at <= now);
      const steps = evaluateClusters(world({ items: reach, latest, now }));
      for (const step of steps) latest.set('theater:iran', alertOf(step));
      log.push(...kinds(steps).map((kind) => `${(now - NOON) / MINUTE} ${kind}`));
    };

    items.push(...burst(40), ...burst(60, NOON + 5 * MINUTE));
    items.push(...burst(80, NOON + 40 * MINUTE), ...burst(90, NOON + 90 * MINUTE));
    for (let minute = 0; minute <= 92; minute += 1) tick(NOON + minute * MINUTE);

    const closes = CLOSE_AFTER_MS / MINUTE + 5 + 1;
    expect(log.filter((line) => !line.endsWith('updated'))).toEqual([
      '0 opened',
      `${closes} closed`,
      // The burst at 40 falls into the cool-down; that of 90 is large enough two minutes before it ends.
      '88 opened',
    ]);
    expect(closes + COOL_DOWN_MS / MINUTE).toBeGreaterThan(40 + 10);
    expect(log).toContain('5 updated');
  });

  it('measures an open alert by the time before it, not by its own items', () => {
    const [opened] = evaluateClusters(world({ items: burst(40) }));
    // Longer than the cap on loud hours hides.
    const loud = new Map([
      ...steady(120, 200),
      ...Array.from({ length: 20 }, (_, k) => [NOON_HOUR + k, 10_000] as const),
    ]);
    const watched = new Map([...everyHour, ...Array.from({ length: 20 }, (_, k) => [NOON_HOUR + k, 1] as const)]);
    const now = NOON + 20 * HOUR_MS;
    const latest = new Map([['theater:iran', { ...alertOf(opened), last_window_end: now - 6 * MINUTE }]]);

    const [step] = evaluateClusters(
      world({ items: burst(50, now), watched, tallies: new Map([['theater:iran', loud]]), latest, now }),
    );

    expect(step).toMatchObject({ kind: 'updated', alert: { count: 50, ratio: 5 } });
  });

  it('closes an episode that became the usual after a day, not a moment before', () => {
    const [opened] = evaluateClusters(world({ items: burst(40) }));
    const at = (now: number): string[] => {
      const latest = new Map([['theater:iran', { ...alertOf(opened), last_window_end: now - MINUTE }]]);
      return kinds(evaluateClusters(world({ items: burst(50, now), watched: steady(1, 200), latest, now })));
    };

    expect(at(NOON + 24 * HOUR_MS)).toEqual(['updated']);
    expect(at(NOON + 24 * HOUR_MS + 1)).toEqual(['closed']);
  });

  it('keeps the fullest window of an alert that a smaller one updates, and names new items', () => {
    const [opened] = evaluateClusters(world({ items: burst(40) }));
    const now = NOON + 10 * MINUTE;
    const items = burst(25, now);

    const [step] = evaluateClusters(world({ items, latest: new Map([['theater:iran', alertOf(opened)]]), now }));

    expect(step).toMatchObject({
      kind: 'updated',
      alert: { count: 40, window_end: NOON, last_window_end: now, updated_at: now },
    });
    expect(step?.kind === 'updated' && [...step.evidence].sort()).toEqual(items.map(({ id }) => id).sort());
  });

  it('names an alert by its cluster and moment', () => {
    const idAt = (now: number): string => alertOf(evaluateClusters(world({ items: burst(40, now), now }))[0]).id;

    expect(idAt(NOON)).toMatch(/^[0-9a-f]{20}$/);
    expect(idAt(NOON + 1)).not.toBe(idAt(NOON));
  });

  it('opens again once the cool-down is over', () => {
    const [opened] = evaluateClusters(world({ items: burst(40) }));
    const closedAt = (closed_at: number): string[] => {
      const latest = new Map([['theater:iran', { ...alertOf(opened), active: false, last_window_end: 0, closed_at }]]);
      return kinds(evaluateClusters(world({ items: burst(40), latest })));
    };

    expect(closedAt(NOON - COOL_DOWN_MS)).toEqual(['opened']);
    expect(closedAt(NOON - COOL_DOWN_MS + 1)).toEqual([]);
  });

  it.each([
    ['with its first item', -10 * MINUTE, true],
    ['with its last item', -6 * MINUTE, true],
    ['of what came before it', -10 * MINUTE - 1, false],
  ])('joins a cluster to the open alert that holds most of its items: %s', (_, most, joins) => {
    const [opened] = evaluateClusters(world({ items: burst(40) }));
    const alert = { ...alertOf(opened), started_at: NOON - 10 * MINUTE, last_window_end: NOON - 6 * MINUTE };
    // Three in five at one moment, the others at another.
    const items = burst(40).map((item, n) => {
      const at = NOON + (n < 24 ? most : -8 * MINUTE);
      return { ...item, at, firstSeenAt: at, publishedAt: at, entities: ['iran', 'oil'] };
    });
    const clusters = [
      { id: 'theater:iran', entities: ['iran'] },
      { id: 'around:oil', entities: ['oil'] },
    ];
    const tallies = new Map(clusters.map(({ id }) => [id, steady(120)]));

    const [step] = evaluateClusters(world({ items, clusters, tallies, latest: new Map([['theater:iran', alert]]) }));

    expect([step?.kind, alertOf(step).cluster, alertOf(step).also]).toEqual(
      joins ? ['updated', 'theater:iran', ['around:oil']] : ['opened', 'around:oil', []],
    );
  });
});

describe('clustersOf', () => {
  const member = (id: string, theater: string | null, neighbours: string[] = [], parts: string[] = []) => ({
    id,
    theater,
    neighbours,
    parts,
  });

  it('has one cluster per theater, and one of each busy entity with its parts', () => {
    const neighbours = ['a', 'b', 'c', 'd', 'e', 'f'];
    const clusters = clustersOf([
      member('iran', 'iran', neighbours, ['a', 'b']),
      member('oil', null),
      member('tehran', 'iran', ['iran']),
      member('mali', 'sahel', ['a', 'b']),
    ]);

    expect(clusters.map(({ id, entities }) => [id, entities])).toEqual([
      ['around:iran', ['a', 'b', 'iran']],
      ['theater:iran', ['iran', 'tehran']],
      ['theater:sahel', ['mali']],
    ]);
  });

  it('does not depend on the order of the ontology', () => {
    const members = [member('x', 'iran', ['a', 'b', 'c', 'd', 'e', 'f']), member('y', 'iran'), member('z', 'gaza')];
    expect(clustersOf([...members].reverse())).toEqual(clustersOf(members));
  });
});
