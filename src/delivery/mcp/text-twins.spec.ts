import { alerts, digest, paths } from './text-twins';

describe('the text form of a tool result', () => {
  it('states when an alert was opened and closed, to the known precision', () => {
    const alert = {
      cluster: 'around:china',
      opened_at: '2026-11-28T07:58:00.000000Z',
      count: 18,
      families: 17,
      ratio: 772.0851,
    };

    expect(alerts([{ ...alert, active: true, closed_at: null }])).toBe(
      'around:china, opened 2026-11-28 07:58 UTC, still open: 18 items by 17 publishers, 772 times its baseline',
    );
    expect(alerts([{ ...alert, active: false, closed_at: '2026-11-28T08:21:00.000000Z' }])).toContain(
      'opened 2026-11-28 07:58 UTC, closed 2026-11-28 08:21 UTC: ',
    );
    expect(alerts([{ ...alert, active: true, closed_at: null, families: 1, ratio: null }])).toContain(
      '18 items by 1 publisher, where it is usually silent',
    );
  });

  it('tells what changed, and not only of what', () => {
    const change = { at: '2026-11-28T07:58:00.000000Z', title: 'Will it?', path: '/markets/kalshi/A' };
    const changes = [
      { ...change, detail: 'Decided NO.' },
      { ...change, detail: null },
    ];

    expect(digest({ computed_at: '2026-11-28T08:00:00.000000Z', item_count_24h: 2, changes, markets: [] })).toBe(
      [
        '2 items in 24 hours, as of 2026-11-28 08:00 UTC.',
        '2026-11-28 07:58 «Will it?» «Decided NO.» /markets/kalshi/A',
        '2026-11-28 07:58 «Will it?» /markets/kalshi/A',
        'Markets by corroboration:',
        'none',
      ].join('\n'),
    );
  });

  it('counts one step as one', () => {
    expect(paths([{ length: 1, nodes: [{ name: 'Iran' }, { name: 'Hezbollah' }] }])).toBe('1 step: Iran – Hezbollah');
  });
});
