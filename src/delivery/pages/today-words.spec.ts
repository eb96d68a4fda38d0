import type { DigestResponse } from '../../digest/digest.dto';
import type { ListedMarketResponse } from '../../markets/markets.dto';
import { headline, newSilences, silenceSentences, usualDay } from './today-words';

const digest = (parts: Partial<DigestResponse>): DigestResponse =>
  Object.assign({ item_count_24h: 9, alerts: [], movers: [], theaters: [] }, parts) as unknown as DigestResponse;
const markets = (...gaps: (number | null)[]): ListedMarketResponse[] =>
  gaps.map((gap) => ({ gap }) as ListedMarketResponse);
const USUAL = { theaters: [{ usual: 4 }] as unknown as DigestResponse['theaters'] };

describe('the heading of the front page', () => {
  it.each([
    ['Nothing has been read yet', { item_count_24h: 0 }, []],
    ['Too early to say what is usual; no market has a forecast yet', {}, [null]],
    ['A usual day; the model and the markets agree within ten points', USUAL, [0.09, null]],
    ['A usual day; one market and the model disagree by ten points or more', USUAL, [-0.2, 0.01]],
  ])('is “%s” where that is known, and no more', (words, parts, gaps) => {
    expect(headline(digest(parts), markets(...gaps))).toBe(words);
  });

  it('names the surging cluster', () => {
    const alerts = [{ cluster: 'theater:red_sea' }] as unknown as DigestResponse['alerts'];

    expect(headline(digest({ alerts }), markets(0.2))).toMatch(/^Red Sea is unusually loud; one /);
  });
});

it('derives a usual day from the usual five minutes', () => {
  expect([usualDay(0.4), usualDay(0.001)]).toEqual(['115', 'less than one']);
});

it.each([
  ['english_media', '3 of 9 English media have sent nothing'],
  ['whale_trades', '3 of 9 Whale trades sources have sent nothing'],
  ['osint', '3 of 9 OSINT sources have sent nothing'],
])('states which sources of %s are silent, without claiming all of a language', (category, words) => {
  const silence = { category, silent: 3, total: 9, hours: 6, sources: [], warning: '' };

  expect(silenceSentences([silence])[0]).toContain(words);
});

it('lists on the front page the sources that fell silent lately, not those that never worked or failed for long', () => {
  const now = Date.UTC(2026, 10, 28);
  const hours = (n: number): number => now - n * 3_600_000;
  const silence = (category: string, ...sources: string[]) => ({
    category,
    silent: sources.length,
    total: 9,
    hours: 6,
    sources,
    warning: '',
  });
  const worked = new Map([
    ['lately', hours(7)],
    ['long ago', hours(24 * 30)],
    ['never', 0],
  ]);

  const told = newSilences(
    [silence('arab_media', 'never', 'lately'), silence('english_media', 'never', 'long ago', 'unknown')],
    worked,
    now,
  );

  expect(told.map(({ category }) => category)).toEqual(['arab_media']);
  expect(silenceSentences([silence('arab_media', 'lately')])).toEqual([
    '1 of 9 Arab media has sent nothing for 6 hours, so what they cover is probably counted too low below.',
  ]);
});
