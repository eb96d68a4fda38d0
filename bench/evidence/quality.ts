/**
 * Quality of the rule on graded pairs. Grade 2 is on the exact subject, 1 is relevant, 0 is not.
 *
 * Precision and recall are of counted items; false corroboration is the share of grade 0 that counts; AUC is the
 * probability that a pair of grade 1 or 2 scores above one of grade 0 (a tie is half); nDCG@8 is per market, with gain
 * 2^grade − 1. A measure is null without pairs.
 */
export interface GradedPair {
  readonly market: string;
  readonly item: string;
  readonly grade: number;
  readonly lang: string;
  readonly kind: string;
}

export interface Judged {
  readonly pair: GradedPair;
  readonly relevance: number;
  readonly counts: boolean;
  readonly paths: readonly string[];
}

interface EvidenceQuality {
  readonly pairs: number;
  readonly precision: number | null;
  readonly recall2: number | null;
  readonly recall1: number | null;
  readonly falseCorroboration: number | null;
  readonly auc: number | null;
  readonly ndcg: number | null;
}

export const measureEvidence = (judged: readonly Judged[]): EvidenceQuality => {
  const counted = judged.filter(({ counts }) => counts);
  const good = judged.filter(({ pair }) => pair.grade > 0);
  const bad = judged.filter(({ pair }) => pair.grade === 0);
  const best = judged.filter(({ pair }) => pair.grade === 2);
  return {
    pairs: judged.length,
    precision: share(counted, ({ pair }) => pair.grade > 0),
    recall2: share(best, ({ counts }) => counts),
    recall1: share(good, ({ counts }) => counts),
    falseCorroboration: share(bad, ({ counts }) => counts),
    auc: areaUnderCurve(good, bad),
    ndcg: meanGain(judged),
  };
};

const share = <T>(all: readonly T[], holds: (one: T) => boolean): number | null =>
  all.length === 0 ? null : all.filter(holds).length / all.length;

const areaUnderCurve = (good: readonly Judged[], bad: readonly Judged[]): number | null => {
  if (good.length === 0 || bad.length === 0) return null;
  let won = 0;
  for (const one of good)
    for (const other of bad) won += one.relevance > other.relevance ? 1 : one.relevance === other.relevance ? 0.5 : 0;
  return won / (good.length * bad.length);
};

const GAIN_RANKS = 8;

const meanGain = (judged: readonly Judged[]): number | null => {
  const byMarket = new Map<string, Judged[]>();
  for (const one of judged) byMarket.set(one.pair.market, [...(byMarket.get(one.pair.market) ?? []), one]);
  const gains = [...byMarket.values()].flatMap((pairs) => {
    const ideal = gainOf(pairs.map(({ pair }) => pair.grade).sort((a, b) => b - a));
    const ranked = [...pairs].sort((a, b) => b.relevance - a.relevance);
    return ideal === 0 ? [] : [gainOf(ranked.map(({ pair }) => pair.grade)) / ideal];
  });
  return gains.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
};

const gainOf = (grades: readonly number[]): number =>
  grades.slice(0, GAIN_RANKS).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
