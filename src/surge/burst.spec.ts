import { oneAlertPerBurst, type ClusterStep } from './burst';
import type { Alert, Finding } from './episode';

const ids = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `i${from + n}`);

const finding = (items: readonly string[], rate: number): Finding => ({
  window: {
    start: 0,
    end: 300_000,
    families: 3,
    items: items.map((id) => ({ id, at: 1, firstSeenAt: 1, publishedAt: 1, family: id })),
  },
  baseline: { rate, busyRate: rate, hours: 168 },
  verdict: {
    surging: true,
    lasting: true,
    ratio: 3,
    floors: { count: 5, families: 2, baselineHours: 24 },
  },
});

const alert = (cluster: string, active = true): Alert => ({
  id: cluster,
  cluster,
  also: [],
  active,
  opened_at: 0,
  updated_at: 0,
  closed_at: null,
  window_start: 0,
  window_end: 300_000,
  count: 10,
  ratio: 3,
  families: 3,
  started_at: 0,
  last_window_end: 300_000,
  baseline: { rate: 1, busyRate: 1, hours: 168 },
  floors: { count: 5, families: 2, baselineHours: 24 },
});

const opening = (cluster: string, items: readonly string[], rate = 1): ClusterStep => ({
  cluster,
  entityCount: 3,
  last: null,
  finding: finding(items, rate),
  step: { kind: 'opened', alert: alert(cluster), evidence: items },
});

const standing = (cluster: string, items: readonly string[]): ClusterStep => ({
  ...opening(cluster, items),
  last: alert(cluster),
  step: { kind: 'none' },
});

const openedBy = (found: readonly ClusterStep[]): [string, readonly string[]][] =>
  oneAlertPerBurst(found).flatMap((step) =>
    step.kind === 'none' ? [] : [[step.alert.cluster, step.alert.also] as [string, string[]]],
  );

describe('oneAlertPerBurst', () => {
  it('opens one alert at the largest excess, and names the other clusters', () => {
    expect(
      openedBy([
        opening('around:china', ids(0, 21), 4),
        opening('around:united-states', ids(0, 23), 30),
        opening('theater:taiwan', ids(0, 21), 0.5),
      ]),
    ).toEqual([['theater:taiwan', ['around:china', 'around:united-states']]]);
  });

  it('keeps two bursts apart', () => {
    expect(openedBy([opening('theater:iran', ids(0, 20)), opening('theater:taiwan', ids(20, 40))])).toEqual([
      ['theater:iran', []],
      ['theater:taiwan', []],
    ]);
  });

  it('does not choose a cluster with a small part of the burst', () => {
    expect(openedBy([opening('theater:gaza', ids(0, 6), 0), opening('theater:iran', ids(0, 30), 5)])).toEqual([
      ['theater:iran', ['theater:gaza']],
    ]);
  });

  it('joins a cluster to an alert that the same items hold open', () => {
    expect(openedBy([standing('theater:iran', ids(0, 20)), opening('around:iran', ids(5, 20))])).toEqual([
      ['theater:iran', ['around:iran']],
    ]);
  });

  it('joins it a minute later too, when the open alert has got no newer item', () => {
    const quiet = { ...standing('theater:iran', []), finding: null, held: ids(0, 20) };

    expect(openedBy([quiet, opening('around:iran', ids(5, 22))])).toEqual([['theater:iran', ['around:iran']]]);
    expect(openedBy([quiet, opening('around:iran', ids(15, 40))])).toEqual([['around:iran', []]]);
  });

  it.each([
    ['eight tenths of the fullest', ids(0, 10), ids(0, 8)],
    ['half of it', ids(0, 10), [...ids(0, 5), ...ids(20, 25)]],
  ])('opens a quieter cluster that holds %s', (_, fullest, quieter) => {
    expect(openedBy([opening('theater:iran', fullest, 5), opening('around:iran', quieter, 1)])).toEqual([
      ['around:iran', ['theater:iran']],
    ]);
  });

  it('opens the smaller of two that are equally quiet, then the first by name', () => {
    const small = { ...opening('theater:iran', ids(0, 10)), entityCount: 2 };
    const [a, b] = [opening('around:a', ids(0, 10)), opening('around:b', ids(0, 10))];

    expect(openedBy([a, small])).toEqual([['theater:iran', ['around:a']]]);
    expect(openedBy([b, a])).toEqual(openedBy([a, b]));
    expect(openedBy([a, b])).toEqual([['around:a', ['around:b']]]);
  });

  it('joins the rest of a burst to an alert of other items', () => {
    const rest = [opening('around:a', ids(20, 30)), opening('around:b', ids(20, 30))];

    expect(openedBy([standing('theater:iran', ids(0, 10)), ...rest])).toEqual([['around:a', ['around:b']]]);
  });

  it('does not lose a cluster whose items only a joined one shares', () => {
    const joined = opening('around:a', ids(4, 14));
    const rest = [...ids(10, 14), ...ids(20, 22)];

    expect(
      openedBy([
        standing('theater:iran', ids(0, 10)),
        joined,
        opening('around:b', rest, 1),
        opening('around:c', rest, 2),
      ]),
    ).toEqual([
      ['theater:iran', ['around:a']],
      ['around:b', ['around:c']],
    ]);
  });

  it('lets an alert that closes join nothing', () => {
    const closing: ClusterStep = {
      ...standing('theater:iran', ids(0, 10)),
      step: { kind: 'closed', alert: alert('theater:iran', false) },
    };

    expect(openedBy([closing, opening('around:iran', ids(0, 10))])).toEqual([
      ['theater:iran', []],
      ['around:iran', []],
    ]);
  });

  it('updates an open alert for a cluster that it does not name yet, without new evidence', () => {
    const held = standing('theater:iran', ids(0, 10));
    const two = [opening('around:z', ids(0, 10)), opening('around:a', ids(0, 10))];
    const named = { ...held, last: { ...alert('theater:iran'), also: ['around:a', 'around:z'] } };

    expect(oneAlertPerBurst([held, ...two])[0]).toEqual({
      kind: 'updated',
      alert: { ...alert('theater:iran'), also: ['around:a', 'around:z'] },
      evidence: [],
    });
    expect(openedBy([named, ...two])).toEqual([]);
  });
});
