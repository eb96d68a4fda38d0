import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { readEnvironment } from '../../platform/config/environment';
import { askJudge } from '../../evidence/judge/ask-judge';
import { readJudgeInstructions } from '../../evidence/judge/judge-instructions.provider';
import type { JudgeModel } from '../../evidence/judge/judge-model';
import { directJudge, judgeLanguageModel } from '../../evidence/judge/judge-model.provider';
import { ASK_FROM, relevanceBy } from '../../evidence/judge/judgement';
import { loadEvidenceRule } from '../../evidence/evidence-seed.provider';
import type { EvidenceRule } from '../../evidence/evidence-rule';
import { readRelevanceRequest } from '../../evidence/relevance-request';
import { answerLines, type Answered } from './json-lines';
import { progress } from './terminal';

export const command = new Command('relevance')
  .description(
    'Read {"market":{…},"item":{…}} as JSON Lines on stdin and write how much each item bears on its market.',
  )
  .option('--judge', 'Ask the judge of JUDGE_MODEL about near misses.')
  .addHelpText(
    'after',
    '\nA line: {"market":{"id":"kalshi/A","question":"Will Iran strike Israel?"},"item":{"id":"1","title":"Iran fires missiles at Israel","lang":"en"}}',
  )
  .action(async (options: { judge?: boolean }): Promise<void> => {
    let judge: JudgeModel | null = null;
    if (options.judge === true) {
      const environment = readEnvironment(process.env);
      const model = judgeLanguageModel(environment);
      if (model === null) {
        progress('No judge is configured: set JUDGE_MODEL and the key of its provider.');
        process.exitCode = 1;
        return;
      }
      judge = directJudge(model, environment);
    }
    const failed = await relevanceStream(process.stdin, process.stdout, process.stderr, loadEvidenceRule(), judge);
    if (failed) process.exitCode = 1;
  });

export const relevanceStream = (
  input: Readable,
  output: Writable,
  errors: Writable,
  rule: EvidenceRule,
  judge: JudgeModel | null = null,
): Promise<boolean> => {
  const instructions = readJudgeInstructions();
  const answerOf = (line: string): Answered | Promise<Answered> => {
    const request = readRelevanceRequest(line);
    if (request.kind === 'bad') return request;
    const { market, item } = request;
    const { relevance, counts, about, paths } = rule.relevance(rule.scopeOf(market), rule.read(item));
    const answer = { market: market.id, item: item.id, relevance, counts, about, paths };
    if (judge === null) return { answer };
    return relevance < ASK_FROM ? { answer: { ...answer, judged: null } } : judged(judge, request, answer);
  };
  const judged = async (
    model: JudgeModel,
    { market, item }: Extract<ReturnType<typeof readRelevanceRequest>, { kind: 'request' }>,
    answer: { readonly relevance: number },
  ): Promise<Answered> => {
    const { verdicts, faults } = await askJudge(
      model,
      instructions,
      { title: item.title, summary: item.summary, source: null, at: null },
      [{ question: market.question, day: null }],
      Date.now(),
      new AbortController().signal,
    );
    const verdict = verdicts.get(0);
    if (verdict === undefined)
      return { answer: { ...answer, judged: null }, note: `${model.name}: ${faults.join('; ')}; the rule decides` };
    const { grade, reason } = verdict;
    const relevance = relevanceBy(grade, answer.relevance);
    return {
      answer: {
        ...answer,
        relevance,
        counts: grade > 0,
        about: grade === 2,
        judged: { grade, reason, judge: model.name },
      },
    };
  };
  return answerLines(input, output, errors, answerOf);
};
