import type { SourceDetailResponse } from '../../lead-time/source-detail.dto';
import { PLAIN_SITE } from '../../../test/support/plain-site';
import { sourcePage } from './source-page';

const told = (source: Partial<SourceDetailResponse>): string =>
  sourcePage({
    site: PLAIN_SITE,
    source: {
      id: 'a',
      source_type: 'news',
      lang: 'en',
      url: null,
      state: 'down',
      reason: 'HTTP 404',
      items_24h: 0,
      newest_item_at: null,
      last_success_at: null,
      next_try_at: null,
      failures: 0,
      score_cards: [],
      ...source,
    } as unknown as SourceDetailResponse,
    days: { source: 'a', items: [0], copies: [0] },
    sisters: [],
    items: [],
    browser: null,
  })
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');

describe('the page of a source', () => {
  it.each([
    [{ failures: 21 }, 'It fails (HTTP 404). Failed 21 times, never worked.'],
    [
      { failures: 1, last_success_at: '2026-11-27T19:07:00Z' },
      'It last worked at 27 Nov 2026, 19:07. Failed 1 time since.',
    ],
    [
      { state: 'ok', reason: null, items_24h: 3, last_success_at: '2026-11-27T19:07:00Z' },
      'It brings news. It last worked at 27 Nov 2026, 19:07.',
    ],
  ] as const)('describes %j as “%s”', (source, words) => {
    expect(told(source)).toContain(words);
  });
});
