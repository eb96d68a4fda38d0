import { Command } from 'commander';
import { readAnswerLines } from '../../leaderboard/answer-lines';
import { readPublishedRows } from '../../leaderboard/published-answers';
import { scoreAnswers } from '../../leaderboard/score';
import { scoreText } from '../../leaderboard/score-text';
import { deploymentAt, isAddress, LOCAL, textOfFile } from './published-files';
import { progress, say } from './terminal';

const ROWS_PATH = '/api/dataset/0.2.0/records.jsonl';
const FAULTS_SHOWN = 20;

export const command = new Command('score')
  .arguments('<file>')
  .description('Grade a file of answers (JSON Lines) against published rows, on this machine')
  .option('--rows <url-or-file>', `Deployment whose rows grade them, or a file of such rows; ${LOCAL} by default`)
  .option('--json', 'The figures as JSON')
  .action(async (file: string, options: { readonly rows?: string; readonly json?: boolean }): Promise<void> => {
    const from = options.rows ?? LOCAL;
    const [answers, rows] = [
      readAnswerLines(await textOfFile(file)),
      readPublishedRows(isAddress(from) ? (await deploymentAt(from).get(ROWS_PATH)).text : await textOfFile(from)),
    ];
    complain(from, rows.faults);
    complain(file, answers.faults);
    const score = scoreAnswers(answers.answers, rows.rows);
    say(options.json === true ? JSON.stringify(score) : scoreText(score).trimEnd());
    if (score.entrants.length === 0)
      throw new Error('No answer could be graded: no decided row answers any of their questions');
    if (answers.faults.length > 0 || rows.faults.length > 0) process.exitCode = 1;
  });

const complain = (name: string, faults: readonly { readonly line: number; readonly fault: string }[]): void => {
  for (const { line, fault } of faults.slice(0, FAULTS_SHOWN)) progress(`${name} line ${line}: ${fault}`);
  if (faults.length > FAULTS_SHOWN) progress(`${name}: ${faults.length - FAULTS_SHOWN} more lines are wrong`);
};
