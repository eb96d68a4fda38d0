import { calibrationBefore, combine, type EarlierDecision, type EarlierForecast } from './combination';

const DAY = '2026-05-07T00:00:00.000000Z';
const forecast = (market: string, said: Partial<EarlierForecast> = {}): EarlierForecast => ({
  market,
  probability_yes: 0.9,
  market_yes_price: 0.5,
  made_at: '2026-05-01T00:00:00.000000Z',
  closes_at: null,
  ...said,
});
const decision = (said: Partial<EarlierDecision> = {}): EarlierDecision => ({
  status: 'settled',
  settlement_yes_price: 0,
  resolved_at: DAY,
  ...said,
});
const markets = (n: number): string[] => Array.from({ length: n }, (_, at) => `kalshi/M${at}`);
const calibration = (forecasts: readonly EarlierForecast[], said: Partial<EarlierDecision> = {}) =>
  calibrationBefore(forecasts, new Map(forecasts.map(({ market }) => [market, decision(said)])), 30);

describe('calibrationBefore', () => {
  it('is fitted from the stated number of decided markets on, and on none below', () => {
    expect(calibration(markets(29).map((market) => forecast(market)))).toEqual({ markets: 29, fitted: null });
    const { markets: counted, fitted } = calibration(markets(30).map((market) => forecast(market)));
    expect(counted).toBe(30);
    // Thirty times 0.9 and never YES: it draws down.
    expect(combine([0.9], 0.9, { markets: counted, fitted }).calibrated).toBeLessThan(0.2);
  });

  it('counts a market once, however often it was asked about', () => {
    const twice = markets(15).flatMap((market) => [forecast(market), forecast(market)]);
    expect(calibration(twice)).toEqual({ markets: 15, fitted: null });
  });

  it.each<[string, Partial<EarlierForecast>, Partial<EarlierDecision>]>([
    ['was made once the outcome was out', { made_at: DAY }, {}],
    ['was made after the close of trading', { closes_at: '2026-04-30T00:00:00.000000Z' }, {}],
    ['had a price that left nothing to forecast', { market_yes_price: 0.03 }, {}],
    ['is of a market that was called off', {}, { status: 'void', settlement_yes_price: null }],
    ['is of a market that was split', {}, { settlement_yes_price: 0.5 }],
  ])('leaves out what %s', (_, made, decided) => {
    expect(calibration([forecast('kalshi/A', made)], decided).markets).toBe(0);
  });

  it('excludes undecided markets', () => {
    expect(calibrationBefore([forecast('kalshi/A')], new Map(), 0)).toMatchObject({ markets: 0 });
  });
});

describe('combine', () => {
  const none = { markets: 12, fitted: null };

  it('draws several answers towards even odds, and leaves a single one alone', () => {
    expect(combine([0.9], 0.9, none)).toEqual({
      shrunk: null,
      calibrated: null,
      markets: 12,
      intercept: null,
      slope: null,
    });
    expect(combine([0.9, 0.9, 0.9], 0.9, none).shrunk).toBeCloseTo(0.8386, 4);
  });

  it('states the fitted line next to the calibrated number', () => {
    const fitted = { intercept: 0, slope: 0.5 };
    expect(combine([0.9], 0.9, { markets: 40, fitted })).toMatchObject({ calibrated: 0.75, ...fitted, markets: 40 });
  });
});
