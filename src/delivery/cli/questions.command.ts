import { Command } from 'commander';
import { ARMS, type Arm } from '../../forecasting/input/arms';
import { renderInput } from '../../forecasting/input/render-input';
import { loggedForecasts, newestOpen, openQuestion } from '../../leaderboard/logged-forecasts';
import { BUNDLES_PATH, DOCUMENTS_PATH } from '../../verification/documents';
import { deploymentAt, LOCAL, loggedWords, printLines } from './published-files';
import { oneOf } from './option-values';
import { progress } from './terminal';

export const command = new Command('questions')
  .argument('[base-url]', 'Address of the deployment', LOCAL)
  .description('Write the open questions of a deployment with their frozen inputs, as JSON Lines')
  .option('--open', 'Those that are not decided yet; the only ones there are')
  .option('--arm <arm>', 'A everything (default), B no prices, C question only', oneOf('--arm', ARMS))
  .option('--words', 'Add the text of the prompt, with the reports; one request a question')
  .action(async (baseUrl: string, options: { readonly arm?: Arm; readonly words?: boolean }): Promise<void> => {
    const deployment = deploymentAt(baseUrl);
    const documents = (await deployment.get(DOCUMENTS_PATH)).text;
    const bundles = (await deployment.get(BUNDLES_PATH)).text;
    const arm = options.arm ?? 'A';
    const lines: string[] = [];
    for (const forecast of newestOpen(loggedForecasts(documents, bundles), Date.now())) {
      const question = openQuestion(forecast, arm);
      if (options.words !== true) {
        lines.push(JSON.stringify(question));
        continue;
      }
      const text = renderInput(question.input, await loggedWords(deployment, forecast));
      lines.push(JSON.stringify({ ...question, text }));
    }
    await printLines(lines);
    progress(`${lines.length} open questions`);
  });
