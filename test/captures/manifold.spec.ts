import { readJson } from '../../src/platform/common/foreign-json';
import { parseManifold } from '../../src/ingestion/forecaster/parse-manifold';
import { readCapture } from './captured';

describe('parseManifold on captured answers', () => {
  it('reads a thousand markets of 2022, each probability as given', () => {
    const raw = readJson(readCapture('payloads', 'manifold', 'v0-markets-2022-06-15.json')) as any[];
    const questions = parseManifold(raw);

    expect(questions).toHaveLength(1000);
    questions.forEach((read, index) => {
      const row = raw[index];
      expect(read.consensus).toBe(row.outcomeType === 'BINARY' ? Math.min(1, row.probability) : null);
      expect(read.resolution).toBe(row.isResolved ? row.resolution : null);
    });
  });

  it.each([
    ['v0-search-markets-2026-08.json', 3],
    ['docs-market-marketid.json', 1],
    ['v0-market-cancelled.json', 1],
    ['v0-slug-full-2022-06-15.json', 1],
  ])('reads %s', (file, count) => {
    expect(parseManifold(readJson(readCapture('payloads', 'manifold', file)))).toHaveLength(count);
  });
});
