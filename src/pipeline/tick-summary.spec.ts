import { summariseTick, tickParagraph } from './tick-summary';

const REPORT = {
  outcome: 'completed',
  started_at: '2026-05-07T12:00:00.000Z',
  duration_ms: 4260,
  stages: [
    {
      stage: 'markets',
      state: 'done',
      figures: { discovered: 2, quoted: 40, changed: 7, failures: ['kalshi listing: HTTP 500'] },
    },
    {
      stage: 'ingestion',
      state: 'done',
      figures: {
        items: { seen: 90, new: 12, edited: 1 },
        warnings: [{ source: 'a', warning: 'Dates in the future, not believed: 1' }],
        changed: [{ source: 'b', from: 'ok', to: 'down', reason: 'HTTP 500\nfrom b' }],
      },
    },
    { stage: 'surge', state: 'done', figures: { opened: 1, updated: 0, closed: 2 } },
    { stage: 'forecasting', state: 'failed', reason: 'no disk' },
  ],
};

describe('summariseTick', () => {
  it('gathers the figures of the stages', () => {
    const tick = summariseTick(REPORT);

    expect(tick).toMatchObject({
      duration_seconds: 4.3,
      items: { new: 12, edited: 1 },
      markets: { discovered: 2, quoted: 40, changed: 7, settled: 0 },
      exchange_failures: ['kalshi listing: HTTP 500'],
      sources_changed: [{ source: 'b', from: 'ok', to: 'down', reason: 'HTTP 500 from b' }],
      alerts: { opened: 1, closed: 2 },
      undone: [{ stage: 'forecasting', state: 'failed', reason: 'no disk' }],
    });
    expect(tick === null ? '' : tickParagraph(tick)).toBe(
      'Tick completed in 4.3 s. 12 items new, 1 edited. 2 markets new, 7 of 40 prices changed, 0 settled. ' +
        '1 alerts opened, 0 updated, 2 closed. 0 forecasts of 0 calls, 0 skipped. Sources: b ok → down (HTTP 500 from b). ' +
        'Exchanges: kalshi listing: HTTP 500. Warnings: a: Dates in the future, not believed: 1. Not done: forecasting: no disk',
    );
  });

  it('states why models gave no forecast', () => {
    const figures = { asked: 2, skipped: 2, offReason: null, reasons: ['claude: refusal\n(no)', 'gpt: status 400'] };
    const tick = summariseTick({ ...REPORT, stages: [{ stage: 'forecasting', state: 'done', figures }] });

    expect(tick?.forecasts.reasons).toEqual(['claude: refusal (no)', 'gpt: status 400']);
    expect(tick === null ? '' : tickParagraph(tick)).toContain(
      'Without a forecast: claude: refusal (no); gpt: status 400',
    );
  });

  it('is null for other documents', () => {
    expect(summariseTick(null)).toBeNull();
    expect(summariseTick({ outcome: 'completed' })).toBeNull();
  });
});
