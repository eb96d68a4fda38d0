import type { AlertRow } from './alert.repository';
import { alertsAtom } from './alerts-atom';

const NOON = Date.UTC(2026, 4, 7, 12);

const row: AlertRow = {
  alert: {
    id: 'abc',
    cluster: 'theater:iran',
    also: [],
    active: true,
    openedAt: NOON,
    updatedAt: NOON + 60_000,
    closedAt: null,
    windowStart: NOON - 300_000,
    windowEnd: NOON,
    count: 31,
    ratio: 3.1,
    families: 3,
    startedAt: NOON - 300_000,
    lastWindowEnd: NOON,
    baseline: { rate: 10, busyRate: 11, hours: 168 },
    floors: { count: 5, families: 2, baselineHours: 24 },
  },
  items: [
    {
      id: 'i',
      title: '<b>Blast & fire</b>',
      source: 'x',
      source_type: 'news',
      url: null,
      at: NOON,
    },
  ],
  evidence: 1,
};

describe('alertsAtom', () => {
  it('has one entry per alert, dated by its last change, with outside text escaped', () => {
    const feed = alertsAtom([row], 'https://v.example', NOON);

    expect(feed).toContain('<updated>2026-05-07T12:01:00.000000Z</updated>');
    expect(feed).toContain('theater:iran: 31 items in five minutes, 3.1 × baseline (open)');
    expect(feed).toContain('&lt;b&gt;Blast &amp; fire&lt;/b&gt; (x)');
    expect(feed.match(/<entry>/g)).toHaveLength(1);
  });

  it('is a feed without alerts too', () => {
    expect(alertsAtom([], 'https://v.example', NOON)).toContain('<updated>2026-05-07T12:00:00');
  });
});
