import { readJson, readJsonLines } from '../../src/platform/common/foreign-json';
import { parseMetaculus } from '../../src/ingestion/forecaster/parse-metaculus';
import { readCapture } from './captured';

describe('parseMetaculus on captured answers', () => {
  const captured = (...path: string[]) => {
    const { values } = readJsonLines(readCapture('payloads', 'metaculus', ...path));
    return parseMetaculus(values.length === 1 ? values[0] : values);
  };

  it('reads 21 posts with the consensus of the payload', () => {
    const raw = readJson(readCapture('payloads', 'metaculus', 'api-posts.json')) as any[];
    const questions = captured('api-posts.json');

    expect(questions.map(({ id }) => id)).toEqual(raw.map((row) => String(row.id)));
    questions.forEach((read, index) => {
      const { question: source } = raw[index];
      const shown = source.aggregations.recency_weighted.latest?.centers[0] ?? null;
      expect(read.consensus).toBe(source.type === 'binary' ? shown : null);
    });
  });

  it('has no consensus for 22 conflict questions of bot tournaments, where it is hidden', () => {
    const questions = captured('post-questions-conflict.jsonl');

    expect(questions).toHaveLength(22);
    expect(questions.every(({ consensus }) => consensus === null)).toBe(true);
  });

  it.each([
    ['question-26407.json', 0.4, null],
    ['question-27608.json', null, null],
    ['tetra-ambiguously_resolved_example.json', 0.05, 'ambiguous'],
    ['tetra-resolved_probability_example.json', 0.99, 'yes'],
    ['tetra-resolved_range_example.json', null, '0.44'],
  ])('reads %s of the older interface', (file, consensus, resolution) => {
    expect(captured('api2', file)).toMatchObject([{ consensus, resolution }]);
  });
});
