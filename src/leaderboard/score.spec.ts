import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparedRows } from '../../test/support/compared-rows';
import { runsTypeScript } from '../../test/support/typescript-process';
import { readAnswerLines } from './answer-lines';
import { readPublishedRows } from './published-answers';
import { scoreAnswers } from './score';
import { reliabilityPlot, scoreText } from './score-text';

const rows = comparedRows(120);
const ours = rows.filter(({ arm, prediction }) => arm === 'A' && prediction.model === 'gpt');
const jsonl = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('a file of answers', () => {
  it('is read line by line, and each wrong line is named', () => {
    const { answers, faults } = readAnswerLines(
      [
        '{"replay_bundle_id":"rb-1","probability_yes":0.3,"note":"passed over"}',
        '',
        'no JSON',
        '[]',
        '{"replay_bundle_id":"rb-1","probability_yes":1.3}',
        '{"probability_yes":0.3}',
        '{"exchange":"kalshi","ticker":"K","probability_yes":0.3,"made_at":"yesterday"}',
        '{"exchange":"kalshi","ticker":7,"probability_yes":0.3}',
        '{"replay_bundle_id":"rb-1","probability_yes":0.4}',
      ].join('\n'),
    );
    expect(answers).toMatchObject([{ line: 1, probabilityYes: 0.3, model: 'yours', arm: 'A' }]);
    expect(faults).toEqual([
      { line: 3, fault: 'is not JSON' },
      { line: 4, fault: 'is not a JSON object' },
      { line: 5, fault: 'probability_yes is not a number from 0 to 1' },
      { line: 6, fault: 'names nothing that it answers: replay_bundle_id, or exchange and ticker' },
      { line: 7, fault: 'made_at is not an instant such as 2026-07-03T12:00:00.000000Z' },
      { line: 8, fault: 'ticker is not a text' },
      { line: 9, fault: 'answers the question of line 1 again' },
    ]);
  });

  it('has the figures of the leaderboard for an answer of ours', () => {
    const { answers } = readAnswerLines(jsonl(ours.map(({ context, prediction }) => ({ ...context, ...prediction }))));
    const score = scoreAnswers(answers, readPublishedRows(jsonl(rows)).rows);
    const [entrant] = score.entrants;
    const same = score.pairs.find(({ second }) => second.model === 'gpt (gpt-1)');
    expect(entrant).toMatchObject({ population: 'file', model: 'gpt', n_markets: 120 });
    expect(same).toMatchObject({ difference: 0, n_questions: 120 });
    expect(score.pairs.length).toBe(5);
    expect(scoreText(score)).toContain('Nothing shows when the answers of a file were made');
  });

  it('is not compared with live answers if it was made in retrospect', () => {
    const { answers } = readAnswerLines(
      jsonl(ours.map(({ context, prediction }) => ({ ...context, ...prediction, population: 'retrospective' }))),
    );
    const score = scoreAnswers(answers, rows);
    expect(score.entrants).toMatchObject([{ population: 'retrospective', n_markets: 120 }]);
    expect(score.pairs).toEqual([]);
    expect(scoreText(score)).toContain('gpt, arm A (retrospective, not proof): 120 answers');
  });

  it('finds its row by market where it names no bundle, and counts lines without a row', () => {
    const { answers } = readAnswerLines(
      jsonl([
        { exchange: 'kalshi', ticker: 'M-0', probability_yes: 0.5 },
        { exchange: 'kalshi', ticker: 'NOBODY', probability_yes: 0.5 },
      ]),
    );
    const score = scoreAnswers(answers, rows);
    expect(score.entrants).toMatchObject([{ n_forecasts: 1, brier: 0.25, underpowered: true }]);
    expect(score.ungraded).toEqual([{ line: 2, fault: 'no decided row answers its question' }]);
  });

  it('is drawn as a plot of lines', () => {
    const [head, line, foot] = reliabilityPlot([
      { bin: 7, count: 12, markets: 10, votes: 10, meanProbability: 0.74, yesRate: 0.6, interval: [0.3, 0.8] },
    ]);
    expect(head).toMatch(/0 % +100 %/);
    expect(line).toBe(
      `  70–80 %  |${' '.repeat(15)}${'-'.repeat(15)}#${'-'.repeat(6)}o${'-'.repeat(3)}${' '.repeat(10)}| 60 % of 10 markets, 12 answers`,
    );
    expect(foot).toContain('o given on average');
  });

  it('is graded by the command, with an exit code for wrong lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vedette-score-'));
    const [answers, records] = [join(folder, 'answers.jsonl'), join(folder, 'records.jsonl')];
    writeFileSync(
      answers,
      `${jsonl(ours.map(({ context, prediction }) => ({ ...context, probability_yes: prediction.probability_yes })))}broken\n`,
    );
    writeFileSync(records, jsonl(rows));
    const run = (...words: string[]) =>
      spawnSync(process.execPath, runsTypeScript('src/delivery/cli/main.ts', 'score', ...words), { encoding: 'utf8' });
    const told = run(answers, '--rows', records);
    expect(told.stderr).toContain(`${answers} line 121: is not JSON`);
    expect(told.stdout).toMatch(/yours, arm A: 120 answers about 120 markets/);
    expect(told.status).toBe(1);
    expect(run(join(folder, 'none'), '--rows', records).stderr).toContain('cannot be read (ENOENT)');
  }, 120_000);
});
