import { UnreadableError } from '../../platform/common/foreign-json';
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

    expect(parseQuotes(json(list)).map(({ symbol, price }) => [symbol, price])).toEqual([['BA', 331.76]]);
  });

  it('reads Finnhub, where zeros mean an unknown symbol', () => {
    const quote = { c: 261.7, d: 1, dp: 0.4, h: 263, l: 260, o: 261, pc: 260.7, t: 1_790_000_000 };

    expect(parseQuotes(json(quote), 'ITA')[0]).toMatchObject({ symbol: 'ITA', price: 261.7 });
    expect(parseQuotes(json({ c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 }), 'NONE')).toEqual([]);
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
    const polish = 'Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2026-01-02,1,2,0.5,1.5,10\n';
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
    expect(parseQuotes(text('Price,Close\nTicker,GC=F\nDate,\n2026-01-02,2650.5\n'))[0]?.symbol).toBe('GC=F');
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
