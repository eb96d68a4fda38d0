/** The demo's judge: grades by the rule of evidence. Its reasons say that they are invented. */
import { once } from '../platform/common/group-by';
import { loadEvidenceRule } from '../evidence/evidence-seed.provider';
import type { MarketScope } from '../evidence/market-scope';
import { readRelevanceItem } from '../evidence/relevance-request';

const REASONS = [
  'about something else',
  'bears on it without deciding it',
  'the parties and the act of the question',
] as const;

/** By question; the demo has a few hundred. */
const scopes = new Map<string, MarketScope>();

const scopeOf = (question: string): MarketScope =>
  once(scopes, question, () => loadEvidenceRule().scopeOf({ id: '', question, description: null }));

export const replayedVerdicts = (prompt: string): { readonly verdicts: readonly object[] } | null => {
  const [head, report = '', , ...rest] = prompt.split('\n');
  if (head !== 'Report:') return null;
  const { headline, extract } = JSON.parse(report) as { headline: string; extract?: string };
  const rule = loadEvidenceRule();
  const reading = rule.read(readRelevanceItem({ id: '', title: headline, summary: extract }));
  const verdicts = rest.flatMap((line) => {
    const [, number, question = ''] = /^(\d+)\. (.*)$/.exec(line) ?? [];
    if (number === undefined) return [];
    const { about, counts } = rule.relevance(scopeOf(question.split(' (decided by ')[0] ?? ''), reading);
    const grade = about ? 2 : counts ? 1 : 0;
    return [{ question: Number(number), reason: `[Synthetic demo] ${REASONS[grade]}`, grade }];
  });
  return { verdicts };
};
