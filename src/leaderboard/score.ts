/** Grades a file of answers like the leaderboard. The times in the file are not verified. */
import type { ComparedAnswer } from '../grading/compared-answer';
import { comparePair, compareModels, groupEntrants } from '../grading/models-compared';
import { sourceOf } from '../grading/derived-answers';
import { groupBy } from '../platform/common/group-by';
import { oneVoteAMarket, reliability } from '../grading/reliability';
import type { AnswerLine } from './answer-lines';
import type { LineFault } from './json-lines';
import { RETROSPECTIVE } from './retrospective-answer';
import { comparedAnswer, type GradableRecord } from './graded-answers';

/** Population of answers from a file: compared with ours, never pooled. */
const FILE_POPULATION = 'file';

export type Score = ReturnType<typeof scoreAnswers>;

/** Pairs hold each model of the file against each of the rows, by common questions; retrospective never against live. */
export const scoreAnswers = (lines: readonly AnswerLine[], rows: readonly GradableRecord[]) => {
  const published = rows.flatMap((row) => {
    const answer = comparedAnswer(row);
    return answer === null ? [] : [answer];
  });
  const find = finder(published);
  const ungraded: LineFault[] = [];
  const answers = lines.flatMap((line): ComparedAnswer[] => {
    const row = find(line);
    if (row === null) {
      ungraded.push({ line: line.line, fault: 'no decided row answers its question' });
      return [];
    }
    return [
      {
        ...row,
        population: line.retrospective ? RETROSPECTIVE : FILE_POPULATION,
        model: line.model,
        arm: line.arm,
        probabilityYes: line.probabilityYes,
        draws: [],
      },
    ];
  });
  const groups = groupEntrants(answers);
  const others = groupEntrants(published);
  return {
    ungraded,
    entrants: compareModels(answers).entrants.filter(({ model }) => sourceOf(model) === null),
    pairs: groups
      .filter(([own]) => own?.population === FILE_POPULATION)
      .flatMap((own) => others.flatMap((other) => comparePair(own, other) ?? [])),
    reliability: groups.map((own) => ({
      model: own[0]?.model ?? '',
      arm: own[0]?.arm ?? '',
      bins: reliability(oneVoteAMarket(own)).table,
    })),
  };
};

/** The row of a line: by bundle; else the market's last row before the line's time, or the first row without a time. */
const finder = (published: readonly ComparedAnswer[]): ((line: AnswerLine) => ComparedAnswer | null) => {
  const byQuestion = new Map<string, ComparedAnswer>();
  const byMarket = groupBy(published, ({ market }) => market);
  for (const one of published) if (!byQuestion.has(one.question)) byQuestion.set(one.question, one);
  return ({ replayBundleId, exchange, ticker, madeAt }) => {
    if (replayBundleId !== null) return byQuestion.get(replayBundleId) ?? null;
    const rows = byMarket.get(`${exchange ?? ''}/${ticker ?? ''}`) ?? [];
    if (madeAt === null) return rows[0] ?? null;
    return rows.filter((row) => row.madeAt <= madeAt).at(-1) ?? rows[0] ?? null;
  };
};
