import { Command } from 'commander';
import type { Words } from '../../forecasting/input/forecast-input';
import { forecastBenchSet, metaculusForecasts, prophetArenaEvents } from '../../leaderboard/forecast-exports';
import { loggedForecasts, newestOpen, type LoggedForecast } from '../../leaderboard/logged-forecasts';
import { BUNDLES_PATH, DOCUMENTS_PATH } from '../../verification/documents';
import { deploymentAt, LOCAL, loggedWords, printLines, textOfFile, trimmed } from './published-files';
import { progress } from './terminal';

const FORMATS = ['forecastbench', 'metaculus', 'prophet-arena'] as const;

export const command = new Command('export')
  .argument('<format>', `One of ${FORMATS.join(', ')}`)
  .argument('[base-url]', 'Address of the deployment', LOCAL)
  .description(`Write forecasts as ${FORMATS.join(', ')} takes them; nothing is sent anywhere`)
  .option('--question-set <file>', 'Question set of ForecastBench (JSON)')
  .option('--organization <name>', 'Who submits; Vedette by default')
  .action(
    async (
      format: string,
      baseUrl: string,
      options: { readonly questionSet?: string; readonly organization?: string },
    ): Promise<void> => {
      const wanted = FORMATS.find((one) => one === format);
      if (wanted === undefined) throw new Error(`The format must be one of ${FORMATS.join(', ')}`);
      if (wanted === 'forecastbench' && options.questionSet === undefined)
        throw new Error('ForecastBench takes answers to a question set of its own: --question-set FILE');
      const deployment = deploymentAt(baseUrl);
      const documents = (await deployment.get(DOCUMENTS_PATH)).text;
      const forecasts = loggedForecasts(documents, (await deployment.get(BUNDLES_PATH)).text);
      const open = newestOpen(forecasts, Date.now());
      if (wanted === 'prophet-arena') {
        const events = prophetArenaEvents(forecasts, trimmed(baseUrl));
        await printLines(events.map((event) => JSON.stringify(event)));
        progress(`${events.length} events`);
      } else if (wanted === 'metaculus') {
        const urls = await crowdUrls(open, (forecast) => loggedWords(deployment, forecast));
        const answers = metaculusForecasts(open, (id, key) => urls.get(`${id} ${key}`) ?? null);
        await printLines([JSON.stringify(answers, null, 2)]);
        progress(`${answers.length} questions that Metaculus asks too`);
      } else {
        const set = JSON.parse(await textOfFile(options.questionSet ?? '')) as unknown;
        const exported = forecastBenchSet(open, set, {
          organization: options.organization ?? 'Vedette',
          model: versionsOf(open),
          modelOrganization: options.organization ?? 'Vedette',
        });
        await printLines([JSON.stringify(exported, null, 2)]);
        const asked = (set as { questions: { source?: unknown }[] }).questions;
        const markets = asked.filter(({ source }) => source === 'polymarket' || source === 'kalshi').length;
        const given = (exported['forecasts'] as unknown[]).length;
        progress(
          `${given} of ${markets} questions of the set about markets; ${asked.length - markets} about other sources left out`,
        );
      }
    },
  );

const versionsOf = (forecasts: readonly LoggedForecast[]): string =>
  [...new Set(forecasts.map(({ input }) => input.model.version))].sort().join(', ') || 'none';

/** Addresses of equivalent crowd questions, by bundle and key; one request per bundle that has one. */
const crowdUrls = async (
  forecasts: readonly LoggedForecast[],
  wordsOf: (forecast: LoggedForecast) => Promise<Words>,
): Promise<ReadonlyMap<string, string>> => {
  const urls = new Map<string, string>();
  for (const forecast of forecasts) {
    const same = forecast.input.crowd.filter((one) => one.same_question);
    if (same.length === 0) continue;
    const words = await wordsOf(forecast);
    for (const { key } of same) {
      const { url } = (words[key] ?? {}) as { url?: unknown };
      if (typeof url === 'string') urls.set(`${forecast.bundleId} ${key}`, url);
    }
  }
  return urls;
};
