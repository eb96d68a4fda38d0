import { readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/common/package-root';
import { measureEvidence, type Judged } from './quality';
import { loadEvidenceRule } from '../../src/evidence/evidence-seed.provider';
import { readRelevanceItem, readRelevanceMarket } from '../../src/evidence/relevance-request';

const rule = loadEvidenceRule();

const judged = (file: string): Judged[] =>
  readFileSync(packagePath('test', 'fixtures', 'evidence', file), 'utf8')
    .trim()
    .split('\n')
    .map((line): Judged => {
      const { market, item, grade } = JSON.parse(line) as {
        grade: number;
        market: { id: string };
        item: { id: string; lang: string };
      };
      const { relevance, counts, paths } = rule.relevance(
        rule.scopeOf(readRelevanceMarket(market)),
        rule.read(readRelevanceItem(item)),
      );
      return {
        relevance,
        counts,
        paths,
        pair: { market: market.id, item: item.id, grade, lang: item.lang, kind: '' },
      };
    });

describe('the rule on graded pairs', () => {
  it.each([
    ['pairs.jsonl', { pairs: 300, wrong: 0.05, precision: 0.9, recall2: 0.9, auc: 0.9 }],
    ['further-pairs.jsonl', { pairs: 260, wrong: 0.05, precision: 0.93, recall2: 0.82, auc: 0.87 }],
    ['stream-pairs.jsonl', { pairs: 387, wrong: 0.13, precision: 0.8, recall2: 0.79, auc: 0.85 }],
    ['later-pairs.jsonl', { pairs: 248, wrong: 0.05, precision: 0.95, recall2: 0.9, auc: 0.9 }],
  ])('stays at least as right as it was: %s', (file, floor) => {
    const quality = measureEvidence(judged(file));

    expect(quality.pairs).toBeGreaterThanOrEqual(floor.pairs);
    expect(quality.falseCorroboration).toBeLessThanOrEqual(floor.wrong);
    expect(quality.precision).toBeGreaterThanOrEqual(floor.precision);
    expect(quality.recall2).toBeGreaterThanOrEqual(floor.recall2);
    expect(quality.auc).toBeGreaterThanOrEqual(floor.auc);
  });
});

describe('measureEvidence', () => {
  const one = (grade: number, relevance: number): Judged => ({
    pair: { market: 'm', item: 'i', grade, lang: 'en', kind: '' },
    relevance,
    counts: relevance >= 0.5,
    paths: [],
  });

  it('has no measure of nothing', () => {
    expect(measureEvidence([]).auc).toBeNull();
    expect(measureEvidence([one(2, 1)]).falseCorroboration).toBeNull();
  });

  it('computes precision, recall and ranking', () => {
    expect(measureEvidence([one(2, 0.9), one(1, 0.4), one(0, 0.6), one(0, 0)])).toMatchObject({
      precision: 0.5,
      recall2: 1,
      recall1: 0.5,
      falseCorroboration: 0.5,
      auc: 0.75,
    });
  });
});
