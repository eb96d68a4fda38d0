import { alerts, digest, market, paths, predictions, receipt } from './text-twins';

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

  it('tells how a market was decided, and that a trade is still open', () => {
    const row = { exchange: 'kalshi', ticker: 'A', question: 'Will it?', yes_price: null };

    expect(market({ ...row, status: 'settled', outcome: 'NO' })).toMatch(/^kalshi\/A «Will it\?» decided NO\n/);
    expect(market({ ...row, status: 'void', outcome: null })).toMatch(/^kalshi\/A «Will it\?» void\n/);
    expect(market({ ...row, status: 'open', outcome: null, yes_price: 0.4 })).toMatch(/» YES 0\.4\n/);
    const said = { made_at: '2026-11-28T08:00:00.000000Z', question: 'Will it?', probability_yes: 0.2, record: null };
    expect(predictions([{ ...said, state: 'resolved', outcome: 'YES' }])).toContain(', decided YES, record');
    expect(predictions([{ ...said, state: 'open', outcome: null }])).toContain(', open, record');
    expect(receipt({ trade_id: 't', status: 'open', net_pnl: null })).toContain('No result yet, record');
    expect(receipt({ trade_id: 't', status: 'closed', net_pnl: -3.5 })).toContain('Net result -3.5 USD, record');
  });

  it('counts one step as one', () => {
    expect(paths([{ length: 1, nodes: [{ name: 'Iran' }, { name: 'Hezbollah' }] }])).toBe('1 step: Iran – Hezbollah');
  });
});
