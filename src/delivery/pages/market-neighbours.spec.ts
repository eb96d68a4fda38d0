import type { MarketDetailResponse } from '../../markets/markets.dto';
import { sameSection } from './market-neighbours';
import type { LikeMarket } from './market-pages.repository';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const market = {
  exchange: 'kalshi',
  ticker: 'T',
  status: 'open',
  yes_price: 0.4,
  deadline: '2026-12-14T05:00:00.000000Z',
  resolves_at: null,
  rules: 'By two agencies.',
  rules_secondary: null,
  resolution_source: 'AP',
  fee_rate: null,
  fee_exponent: null,
} as unknown as MarketDetailResponse;

const like = (ticker: string, deadline: string | null, price: number, said: number | null): LikeMarket => ({
  exchange: 'polymarket',
  ticker,
  question: 'Will it happen?',
  deadline,
  yes_price: price,
  yes_bid: null,
  yes_ask: null,
  rules: 'By two agencies.',
  rules_secondary: null,
  resolution_source: 'AP.',
  fee_rate: 0.07,
  fee_exponent: 1,
  said: said === null ? null : { probability_yes: said, made_at: '2026-11-26T02:00:00.000000Z' },
  is_rung: false,
  is_same: true,
});

const wordsOf = (rows: readonly LikeMarket[], said: LikeMarket['said'] = null): string =>
  String(sameSection(market, rows, said, NOW))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the same question by date', () => {
  it('marks a later day that has a lower probability than an earlier one', () => {
    const said = { probability_yes: 0.5, made_at: '2026-11-20T12:00:00.000000Z' };
    const words = wordsOf(
      [
        like('later', '2027-01-01T05:00:00.000000Z', 0.45, 0.3),
        like('first', '2026-11-29T05:00:00.000000Z', 0.48, 0.1),
      ],
      said,
    );

    expect(words).toMatch(
      /28 Nov 2026, Polymarket 48 % 10 % 10 h ago holds .*13 Dec 2026, Kalshi \(this one\) 40 % 50 % 6 days ago ✗ broken by the market .*31 Dec 2026, Polymarket 45 % 30 % 10 h ago ✗ broken by the market and the model/,
    );
  });

  it('holds two exchanges to no order on one day, and answers to none that are as good as equal', () => {
    const words = wordsOf([
      like('twin', '2026-12-14T12:00:00.000000Z', 0.9, null),
      like('close', '2027-01-01T05:00:00.000000Z', 0.885, null),
    ]);

    expect(words).not.toContain('broken');
  });

  it('names where the contract of another exchange differs, and holds it to nothing then', () => {
    const other = {
      ...like('other', '2027-01-01T05:00:00.000000Z', 0.1, 0.1),
      rules: 'If it is cancelled, all positions are refunded.',
      resolution_source: 'The Ministry of Defence',
    };
    const twin = { ...like('twin', '2026-12-14T03:00:00.000000Z', 0.05, null) };
    const words = wordsOf([other, twin]);

    expect(words).toContain(
      'another contract: decided by: The Ministry of Defence there, AP here; called off or undecided: money back there, not stated here',
    );
    expect(words).toContain('another contract: ends at: 2026-12-14 03:00 UTC there, 2026-12-14 05:00 UTC here');
    expect(words).not.toContain('broken');
    expect(words).toContain('a gap between the prices may be no more than that');
  });

  it('names other fees, which leave the order of the prices as it is', () => {
    const words = wordsOf([{ ...like('free', '2027-01-01T05:00:00.000000Z', 0.1, null), fee_rate: null }]);

    expect(words).toContain('another contract: fees of 100 contracts at 0.5: 0 USD there, 1.75 USD here');
    expect(words).toContain('broken by the market');
  });

  it('is not there where nothing asks the same by a day', () => {
    expect(sameSection(market, [{ ...like('x', '2027-01-01T05:00:00Z', 0.1, null), is_same: false }], null, NOW)).toBe(
      false,
    );
    expect(sameSection(market, [like('x', null, 0.1, null)], null, NOW)).toBe(false);
  });
});
