import type { MarketKey } from '../../markets/market-key';
import { askedForDay, coverageOfDay, isAbandoned, type Asking } from './coverage';
import type { CoverageEntry } from './day-file';

const said = (ticker: string, status: CoverageEntry['status'], reason: string | null = null): CoverageEntry => ({
  exchange: 'kalshi',
  ticker,
  status,
  reason,
});

const of = (
  reported: readonly CoverageEntry[],
  forecast: readonly MarketKey[],
  abandoned: readonly Asking[] = [],
  planned: readonly MarketKey[] = [],
): CoverageEntry[] => coverageOfDay({ planned, reported, forecast, abandoned });

const asking = (ticker: string, asked_at: string, answered_at: string | null): Asking => ({
  id: `in-${ticker}`,
  text: JSON.stringify({ exchange: 'kalshi', ticker }),
  asked_at,
  answered_at,
});

describe('coverageOfDay', () => {
  it('keeps statuses that agree with the log', () => {
    const reported = [said('A', 'predicted'), said('B', 'skipped', 'no answer'), said('C', 'not_scored', 'off')];

    expect(of(reported, [{ exchange: 'kalshi', ticker: 'A' }])).toEqual(reported);
  });

  it('lists planned markets on a day without a finished round', () => {
    const planned = ['A', 'B'].map((ticker) => ({ exchange: 'kalshi', ticker }));

    expect(of([said('B', 'skipped', 'no answer')], [], [], planned)).toEqual([
      said('A', 'not_scored', 'no round of this day was finished'),
      said('B', 'skipped', 'no answer'),
    ]);
  });

  it('lists a forecast of which a killed tick could not report', () => {
    const market = { exchange: 'kalshi', ticker: 'A' };

    expect(of([], [market])).toEqual([said('A', 'predicted')]);
    expect(of([said('A', 'not_scored', 'off')], [market])).toEqual([said('A', 'predicted')]);
  });

  it('marks a forecast that was recorded after midnight', () => {
    expect(of([said('A', 'predicted')], [])).toEqual([
      said('A', 'not_scored', 'no forecast of this market was recorded on this day'),
    ]);
  });

  it('takes markets of two exchanges apart', () => {
    const other = { exchange: 'polymarket', ticker: 'A' };

    expect(of([said('A', 'skipped', 'x')], [other])).toHaveLength(2);
  });

  it('marks intents without an answer as abandoned, with the reported reason', () => {
    const asked = [asking('A', '', null), asking('B', '', null), asking('C', '', null)];
    const reported = [said('A', 'skipped', 'the model did not answer in time')];

    expect(of(reported, [{ exchange: 'kalshi', ticker: 'C' }], asked)).toEqual([
      said('A', 'abandoned', 'the model did not answer in time'),
      said('B', 'abandoned', 'it was asked about, and no answer was recorded within the hour'),
      said('C', 'predicted'),
    ]);
  });

  it('has the order of the published list', () => {
    const list = of([said('Z', 'not_scored', 'x'), said('A', 'not_scored', 'x')], []);

    expect(list.map(({ ticker }) => ticker)).toEqual(['A', 'Z']);
  });
});

describe('an intent', () => {
  it('belongs to the day on which its hour ends', () => {
    expect(askedForDay('2026-05-07', '2026-05-08')).toEqual({
      from: '2026-05-06T23:00:00.000000Z',
      to: '2026-05-07T23:00:00.000000Z',
    });
  });

  it.each([
    [null, true],
    ['2026-05-07T13:00:00.000000Z', false],
    ['2026-05-07T13:00:00.000001Z', true],
  ])('answered at %s is abandoned: %s', (answeredAt, abandoned) => {
    expect(isAbandoned(asking('A', '2026-05-07T12:00:00.000000Z', answeredAt))).toBe(abandoned);
  });
});
