import { UnreadableError } from '../../common/foreign-json';
import { describeShared, readShared } from '../../../test/support/shared-data';
import { lastTradeTime, parseQuotes } from './parse-quotes';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const text = (value: string): Buffer => Buffer.from(value);

const chart = (changes: Record<string, unknown> = {}) => ({
  chart: {
    result: [
      {
        meta: { symbol: 'BZ=F', currency: 'USD', regularMarketTime: 1_790_120_000 },
        timestamp: [1_790_000_000, 1_790_086_400],
        indicators: {
          quote: [
            {
              close: [81.5, null],
              open: [80, null],
              high: [82, null],
              low: [79.5, null],
              volume: [1200, null],
            },
          ],
        },
      },
    ],
    error: null,
    ...changes,
  },
});

describe('parseQuotes', () => {
  it('reads a chart and keeps the times at which nothing was traded', () => {
    expect(parseQuotes(json(chart()))).toEqual([
      {
        symbol: 'BZ=F',
        currency: 'USD',
        at: 1_790_000_000_000,
        price: 81.5,
        open: 80,
        high: 82,
        low: 79.5,
        volume: 1200,
      },
      {
        symbol: 'BZ=F',
        currency: 'USD',
        at: 1_790_086_400_000,
        price: null,
        open: null,
        high: null,
        low: null,
        volume: null,
      },
    ]);
    expect(lastTradeTime(chart())).toBe(1_790_120_000_000);
  });

  it('reads a list of quotes', () => {
    const list = {
      quoteResponse: {
        result: [
          {
            symbol: 'BA',
            currency: 'USD',
            regularMarketPrice: 331.76,
            regularMarketTime: 1_534_363_219,
          },
          { symbol: 'OLD' },
        ],
        error: null,
      },
    };

    expect(parseQuotes(json(list)).map(({ symbol, price }) => [symbol, price])).toEqual([
      ['BA', 331.76],
    ]);
  });

  it('reads Finnhub, where zeros mean an unknown symbol', () => {
    const quote = { c: 261.7, d: 1, dp: 0.4, h: 263, l: 260, o: 261, pc: 260.7, t: 1_790_000_000 };

    expect(parseQuotes(json(quote), 'ITA')[0]).toMatchObject({ symbol: 'ITA', price: 261.7 });
    expect(
      parseQuotes(json({ c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 }), 'NONE'),
    ).toEqual([]);
  });

  it('finds columns by name, whatever their order', () => {
    const [one, two] = parseQuotes(
      text(
        'Date,Close,High,Low,Open,Volume\r\n2020-04-20,-37.63,17.85,-40.32,17.73,247947\r\n2020-04-21,null,null,null,null,null\r\n',
      ),
    );

    expect(one).toMatchObject({
      at: Date.UTC(2020, 3, 20),
      price: -37.63,
      open: 17.73,
      volume: 247_947,
      symbol: null,
    });
    expect(two).toMatchObject({ at: Date.UTC(2020, 3, 21), price: null, volume: null });
  });

  it.each([
    ['month first', 'Date,Close\n11/1/2002,26.9\n12/1/2002,31.2\n', Date.UTC(2002, 10, 1)],
    [
      'day first where a row cannot be otherwise',
      'Date,Close\n1/11/2002,26.9\n13/11/2002,31.2\n',
      Date.UTC(2002, 10, 1),
    ],
    [
      'a header of three lines',
      'Price,Close,High\nTicker,GC=F,GC=F\nDate,,\n2026-01-02,2650.5,2661\n',
      Date.UTC(2026, 0, 2),
    ],
    [
      'a quote with symbol and time',
      'Symbol,Date,Time,Open,High,Low,Close,Volume\nXAUUSD,2026-01-02,21:59:58,1,2,0.5,1.5,N/D\n',
      Date.UTC(2026, 0, 2, 21, 59, 58),
    ],
  ])('reads %s', (_, table, at) => {
    expect(parseQuotes(text(table))[0]?.at).toBe(at);
  });

  it('reads the Polish columns and the bulk files of Stooq', () => {
    const polish =
      'Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2026-01-02,1,2,0.5,1.5,10\n';
    const bulk =
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\nXAUUSD,5,20260102,215500,1,2,0.5,1.5,10\n';

    expect(parseQuotes(text(polish))[0]).toMatchObject({
      at: Date.UTC(2026, 0, 2),
      open: 1,
      price: 1.5,
      volume: 10,
    });
    expect(parseQuotes(text(bulk))[0]).toMatchObject({
      at: Date.UTC(2026, 0, 2, 21, 55),
      symbol: 'XAUUSD',
      price: 1.5,
    });
  });

  it('reads a table inside the envelope of a recorder', () => {
    const recorded = {
      request: {},
      response: { status: 200, body: 'Date,Close\n2026-01-02,1.5\n' },
    };

    expect(parseQuotes(json(recorded))).toHaveLength(1);
  });

  it('takes the symbol from wherever the table names it', () => {
    expect(
      parseQuotes(text('Price,Close\nTicker,GC=F\nDate,\n2026-01-02,2650.5\n'))[0]?.symbol,
    ).toBe('GC=F');
    expect(parseQuotes(text('Symbol,Date,Close\nXAUUSD,2026-01-02,1\n'))[0]?.symbol).toBe('XAUUSD');
  });

  it.each([
    [
      'an error of Yahoo',
      json({ chart: { result: null, error: { code: 'Not Found', description: 'No data found' } } }),
      /No data found/,
    ],
    ['other JSON', json({ hello: 1 }), /No quotes/],
    ['no data', text('No data'), /No quotes/],
    ['a page', text('<html>Too Many Requests</html>'), /No quotes/],
    ['rows without dates', text('Date,Close\nsoon,1\n'), /No row/],
  ])('refuses %s', (_, bytes, reason) => {
    expect(() => parseQuotes(bytes)).toThrow(UnreadableError);
    expect(() => parseQuotes(bytes)).toThrow(reason);
  });
});

describeShared('parseQuotes on captured answers', () => {
  const captured = (file: string) => parseQuotes(readShared('payloads', 'quotes', file));

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
    expect(captured('yahoo-CL=F-2019-2020.csv').filter(({ price }) => price === null)).toHaveLength(
      39,
    );
    expect(
      captured('yf-CL=F-daily-2000-2026.csv').find(({ at }) => at === Date.UTC(2020, 3, 20))?.price,
    ).toBeCloseTo(-37.63, 2);
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
    expect(
      captured('yahoo-quote-v7-sample-2018.json').map(({ symbol, price }) => [symbol, price]),
    ).toEqual([
      ['BA', 331.76],
      ['GOOG', expect.any(Number)],
    ]);
  });
});
