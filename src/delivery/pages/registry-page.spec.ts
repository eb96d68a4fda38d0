import { registryPage } from './registry-page';
import { PLAIN_SITE } from '../../../test/support/plain-site';

/** Words of the legend of the days. */
const legend = (...days: readonly (readonly [date: string, copy: string | null])[]): string[] =>
  [
    ...registryPage({
      site: PLAIN_SITE,
      days: days.map(([date, copy]) => ({ date, n_records: 3, anchored_at: `${date}T00:12:00Z`, wayback_url: copy })),
      size: 6,
      clocks: [],
      copiesOff: null,
    }).matchAll(/<span class="swatch state-[a-z]+"><\/span>([^<]*)/g),
  ].map(([, words = '']) => words.trim());

describe('the page of the log', () => {
  it('explains the colours that its days have, and no others', () => {
    expect(legend(['2026-11-26', null], ['2026-11-27', null])).toEqual(['sealed']);
    expect(legend(['2026-11-25', 'https://web.archive.org/web/1/x'], ['2026-11-27', null])).toEqual([
      'sealed and copied to the web archive',
      'missing',
      'sealed',
    ]);
  });
});
