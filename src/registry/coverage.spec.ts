import { coverageOfDay } from './coverage';
import type { CoverageEntry } from './day-file';

const said = (
  ticker: string,
  status: CoverageEntry['status'],
  reason: string | null = null,
): CoverageEntry => ({
  exchange: 'kalshi',
  ticker,
  status,
  reason,
});

describe('coverageOfDay', () => {
  it('keeps what was said where it agrees with the log', () => {
    const reported = [
      said('A', 'predicted'),
      said('B', 'skipped', 'no answer'),
      said('C', 'not_scored', 'off'),
    ];

    expect(coverageOfDay(reported, [{ exchange: 'kalshi', ticker: 'A' }])).toEqual(reported);
  });

  it('lists a forecast of which a killed tick could not report', () => {
    const market = { exchange: 'kalshi', ticker: 'A' };

    expect(coverageOfDay([], [market])).toEqual([said('A', 'predicted')]);
    expect(coverageOfDay([said('A', 'not_scored', 'off')], [market])).toEqual([
      said('A', 'predicted'),
    ]);
  });

  it('says so when the forecast of a tick was recorded after midnight', () => {
    expect(coverageOfDay([said('A', 'predicted')], [])).toEqual([
      said('A', 'not_scored', 'no forecast of this market was recorded on this day'),
    ]);
  });

  it('takes markets of two exchanges apart', () => {
    const other = { exchange: 'polymarket', ticker: 'A' };

    expect(coverageOfDay([said('A', 'skipped', 'x')], [other])).toHaveLength(2);
  });
});
