import { judgePrompt } from '../evidence/judge/judgement';
import { replayedVerdicts } from './replay-judge';

const DRILL = 'Will China announce a live-fire drill around Kinmen by November 25, 2026?';
const STRIKE = 'Will Iran strike Israel by November 8, 2026?';

const gradesOf = (title: string): unknown[] => {
  const { user } = judgePrompt(
    { id: 'v', text: '' },
    { title, summary: null, source: null, at: null },
    [DRILL, STRIKE].map((question) => ({ question, day: '2026-11-26' })),
  );
  return (replayedVerdicts(user)?.verdicts ?? []).map((verdict) => (verdict as { grade: number }).grade);
};

describe('the judge of the demo', () => {
  it.each([
    ['English', 'China begins 12-day drill around Kinmen, Taipei protests'],
    ['Russian', 'Китай начал 51-дневные учения у острова Цзиньмэнь'],
    ['Arabic', 'الصين تبدأ مناورات حول كينمن'],
  ])('finds the act and the parties of a question in %s', (_, title) => {
    expect(gradesOf(title)).toEqual([2, 0]);
  });

  it('finds nothing in a report of something else', () => {
    expect(gradesOf('Museum shows 52 recovered maps')).toEqual([0, 0]);
  });

  it('answers no other prompt', () => {
    expect(replayedVerdicts('Question: Will it rain?')).toBeNull();
  });
});
