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
  resolution_source: 'AP',
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
  resolution_source: 'AP.',
  said: said === null ? null : { probability_yes: said, made_at: '2026-11-26T02:00:00.000000Z' },
  is_rung: false,
  is_same: true,
});

const wordsOf = (rows: readonly LikeMarket[], said: LikeMarket['said'] = null): string =>
  String(sameSection(market, rows, said, NOW))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the same question by date', () => {
  it('marks what gives a later day less than an earlier one, from the earliest day on', () => {
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

    expect(words).toContain('another contract: decided by The Ministry of Defence; another rule for a void market');
    expect(words).toContain('another contract: ends at 14 Dec, 03:00 UTC, not 14 Dec, 05:00 UTC');
    expect(words).not.toContain('broken');
    expect(words).toContain('a gap between the prices may be no more than that');
  });

  it('is not there where nothing asks the same by a day', () => {
    expect(sameSection(market, [{ ...like('x', '2027-01-01T05:00:00Z', 0.1, null), is_same: false }], null, NOW)).toBe(
      false,
    );
    expect(sameSection(market, [like('x', null, 0.1, null)], null, NOW)).toBe(false);
  });
});
