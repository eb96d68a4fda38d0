import { parseQuotes } from '../../src/ingestion/financial/parse-quotes';
import { readCapture } from './captured';

describe('parseQuotes on captured answers', () => {
  const captured = (file: string) => parseQuotes(readCapture('payloads', 'quotes', file));

  it.each([
    ['stooq-xauusd-a.csv', 931, '2018-01-02', 1317.63],
    ['yahoo-CL=F-2019-2020.csv', 304, '2019-05-20', 63.099998],
    ['yahoo-crude-oil.csv', 217, '2002-11-01', 26.889999],
    ['yf-CL=F-daily-2000-2026.csv', 6404, '2000-08-23', 32.04999923706055],
    ['yf-^VIX-daily-1990-2026.csv', 9103, '1990-01-02', 17.239999771118164],
  ])('reads every row of %s', (file, count, day, price) => {
    const points = captured(file);

    expect(points).toHaveLength(count);
    expect(points[0]).toMatchObject({ at: Date.parse(`${day}T00:00:00Z`), price });
  });

  it('keeps the 39 rows of null and the negative price of April 2020', () => {
    expect(captured('yahoo-CL=F-2019-2020.csv').filter(({ price }) => price === null)).toHaveLength(39);
    expect(captured('yf-CL=F-daily-2000-2026.csv').find(({ at }) => at === Date.UTC(2020, 3, 20))?.price).toBeCloseTo(
      -37.63,
      2,
    );
  });

  it.each([
    ['yahoo-chart-v8-MUV2.DE-2020.json', 'MUV2.DE', 124],
    ['yf2-chart-AAPL-2020-08-31-to-2020-11-07.json', 'AAPL', 49],
    ['yf2-chart-AAPL.json', 'AAPL', 1],
    ['yf2-chart-BTC-USD-2020-01-01-to-2020-01-03.json', 'BTC-USD', 3],
    ['yf2-chart-EURUSD=X-2020-01-01-to-2020-01-03.json', 'EURUSD=X', 3],
    ['yf2-chart-GC=F-2020-01-01-to-2020-01-03.json', 'GC=F', 1],
  ])('reads %s, out of its envelope where it has one', (file, symbol, count) => {
    const points = captured(file);

    expect(points).toHaveLength(count);
    expect(new Set(points.map((point) => point.symbol))).toEqual(new Set([symbol]));
  });

  it('reads the quotes of 2018', () => {
    expect(captured('yahoo-quote-v7-sample-2018.json').map(({ symbol, price }) => [symbol, price])).toEqual([
      ['BA', 331.76],
      ['GOOG', expect.any(Number)],
    ]);
  });
});
