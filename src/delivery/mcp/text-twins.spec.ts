import { alerts, paths } from './text-twins';

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
  });

  it('counts one step as one', () => {
    expect(paths([{ length: 1, nodes: [{ name: 'Iran' }, { name: 'Hezbollah' }] }])).toBe('1 step: Iran – Hezbollah');
  });
});
