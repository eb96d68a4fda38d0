import { appendFile, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { sha256Hex } from '../../platform/common/sha256';
import { withinTime } from '../../platform/common/within-time';
import { readEnvironment } from '../../platform/config/environment';
import { ClaudeModel } from '../../platform/models/claude.client';
import { checkAnswer } from '../../forecasting/forecast';
import type { LanguageModel } from '../../platform/models/language-model';
import type { TokenPrices } from '../../platform/upstream/ledger';
import { costUsd, pricesOf as ledgerPrices } from '../../platform/models/prices';
import { CompatibleModel, GptModel } from '../../platform/models/gpt.client';
import { GeminiModel } from '../../platform/models/gemini.client';
import { ARMS, type Arm } from '../../forecasting/input/arms';
import type { Words } from '../../forecasting/input/forecast-input';
import { renderInput } from '../../forecasting/input/render-input';
import { readInstructions } from '../../forecasting/instructions.provider';
import { buildPrompt, type ForecastPrompt } from '../../forecasting/prompt';
import { loggedForecasts, openQuestion, type OpenQuestion } from '../../leaderboard/logged-forecasts';
import { answeredBefore, retrospectiveLine, RETROSPECTIVE_LABEL } from '../../leaderboard/retrospective-answer';
import { readDayFile } from '../../registry/log/day-file';
import { dayFilePath } from '../../registry/registry-path';
import { readServedBundle } from '../../registry/copies/served-document';
import { deploymentAt, LOCAL } from './published-files';
import { checked, dollars, oneOf, wholeNumber } from './option-values';
import type { Deployment } from './verify/deployment.client';
import { progress } from './terminal';

interface ReanswerOptions {
  readonly day?: string;
  readonly bundle?: readonly string[];
  readonly model?: string;
  readonly arm?: Arm;
  readonly calls?: number;
  readonly usd?: number;
  readonly priceIn?: number;
  readonly priceOut?: number;
  readonly trainingCutoff?: string;
  readonly out?: string;
}

const CALLS_DEFAULT = 50;

export const command = new Command('reanswer')
  .argument('[base-url]', 'Address of the deployment', LOCAL)
  .description(`Have a model answer sealed inputs again (${RETROSPECTIVE_LABEL})`)
  .option(
    '--day <date>',
    'All bundles of a sealed day, e.g. 2026-07-03',
    checked((value) => /^\d{4}-\d{2}-\d{2}$/.test(value), '--day must be a date such as 2026-07-03'),
  )
  .option('--bundle <ids...>', 'Bundles by their ids')
  .option('--model <provider>', 'claude, gpt, gemini or compatible, with its settings')
  .option('--arm <arm>', 'A everything (default), B no prices, C question only', oneOf('--arm', ARMS))
  .option('--calls <n>', `Maximum calls; ${CALLS_DEFAULT} by default`, wholeNumber('--calls'))
  .option('--usd <amount>', 'No call once this much was spent, including the answers in the file', dollars('--usd'))
  .option('--price-in <usd>', 'US dollars for a million tokens sent', dollars('--price-in'))
  .option('--price-out <usd>', 'US dollars for a million tokens received', dollars('--price-out'))
  .option('--training-cutoff <month>', 'Training cut-off that the provider states')
  .option('--out <file>', 'File to append to; its bundles are not asked again')
  .action(async (baseUrl: string, options: ReanswerOptions): Promise<void> => {
    const environment = readEnvironment(process.env);
    const model = modelNamed(options.model, environment);
    const out = given(options.out, '--out FILE, to which the answers are written');
    const cutoff = given(
      options.trainingCutoff ?? environment.modelTrainingCutoff ?? undefined,
      '--training-cutoff, as the provider of the model states it: 2026-01',
    );
    const prices = pricesOf(options, model);
    const arm = options.arm ?? 'A';
    const deployment = deploymentAt(baseUrl);
    const before = answeredBefore(await readFile(out, 'utf8').catch(() => ''));
    const asked = await bundlesOf(deployment, options);
    const left = asked.filter((id) => !before.has(id, model.provider, arm));
    let calls = options.calls ?? CALLS_DEFAULT;
    let usd = before.usd;
    const told = { answered: 0, unusable: 0 };
    for (const id of left) {
      if (calls === 0 || (options.usd !== undefined && usd >= options.usd)) break;
      const { question, prompt } = await questionOf(deployment, id, arm);
      calls -= 1;
      const limitMs = environment.modelTimeoutSeconds * 1000;
      const reply = await withinTime(limitMs, undefined, (signal) => model.ask(prompt, signal));
      const cost = prices === null ? null : costUsd(reply, prices);
      if (cost === null && options.usd !== undefined)
        throw new Error('The provider does not say how many tokens it took: --usd cannot be kept');
      usd += cost ?? 0;
      const check = checkAnswer(reply.answer);
      if (check.kind === 'malformed' || reply.unusable !== null) {
        told.unusable += 1;
        progress(`${id}: ${reply.unusable ?? (check.kind === 'malformed' ? check.reason : '')}`);
        continue;
      }
      told.answered += 1;
      const line = retrospectiveLine({
        question,
        provider: model.provider,
        trainingCutoff: cutoff,
        forecast: check.forecast,
        reply,
        costUsd: cost,
        answeredAt: new Date().toISOString(),
      });
      await appendFile(out, `${JSON.stringify(line)}\n`);
    }
    progress(
      `${told.answered} answers written to ${out} (${RETROSPECTIVE_LABEL}), ${told.unusable} unusable, ${asked.length - left.length} were there, ${left.length - told.answered - told.unusable} left; ${prices === null ? 'cost unknown' : `${usd.toFixed(4)} USD in all`}`,
    );
  });

const given = (value: string | undefined, what: string): string => {
  if (value === undefined || value === '') throw new Error(`Missing: ${what}`);
  return value;
};

/** As given, else from the ledger; null for a self-hosted server. */
const pricesOf = ({ usd, priceIn, priceOut }: ReanswerOptions, model: LanguageModel): TokenPrices | null => {
  if (priceIn !== undefined && priceOut !== undefined)
    return { input: priceIn, output: priceOut, cache_read: priceIn, cache_write: priceIn };
  if (model.hosted) return ledgerPrices(model, Date.now());
  if (usd !== undefined) throw new Error('--usd needs --price-in and --price-out, the prices of the model');
  return null;
};

const modelNamed = (name: string | undefined, environment: ReturnType<typeof readEnvironment>): LanguageModel => {
  const models: readonly LanguageModel[] = [
    new ClaudeModel(environment),
    new GptModel(environment),
    new GeminiModel(environment),
    new CompatibleModel(environment),
  ];
  const model = models.find(({ provider }) => provider === name);
  if (model === undefined)
    throw new Error(`--model must be one of ${models.map(({ provider }) => provider).join(', ')}`);
  if (model.offReason !== null) throw new Error(`${model.provider} cannot be asked: ${model.offReason}`);
  return model;
};

const bundlesOf = async (deployment: Deployment, { day, bundle = [] }: ReanswerOptions): Promise<readonly string[]> => {
  if (day === undefined && bundle.length === 0)
    throw new Error('Nothing is named to answer: --day DATE or --bundle ID');
  if (day === undefined) return bundle;
  const path = dayFilePath(day);
  const read = readDayFile((await deployment.get(path)).text);
  if (!read.ok) throw new Error(`${path}: ${read.reason}`);
  if (!read.file.sealed) throw new Error(`The day ${day} is not sealed`);
  const ofDay = read.file.records.filter(({ kind }) => kind === 'bundle').map(({ id }) => id);
  return [...new Set([...ofDay, ...bundle])];
};

const questionOf = async (
  deployment: Deployment,
  id: string,
  arm: Arm,
): Promise<{ question: OpenQuestion; prompt: ForecastPrompt }> => {
  const bundle = readServedBundle((await deployment.get(`/api/replay-bundle/${encodeURIComponent(id)}`)).text);
  if (bundle === null || sha256Hex(bundle.text) !== bundle.sha256)
    throw new Error(`The bundle ${id} does not match its hash`);
  const [forecast] = loggedForecasts('', `${bundle.text}\n`);
  if (forecast === undefined)
    throw new Error(`The bundle ${id} is of version 1.0.0, whose input cannot be asked again`);
  const question = openQuestion(forecast, arm);
  const { prompt_id, prompt_sha256 } = question.input.model;
  if (!/^[a-z0-9-]{1,64}$/.test(prompt_id)) throw new Error(`The bundle ${id} names no prompt`);
  const instructions = readInstructions(prompt_id);
  if (instructions.sha256 !== prompt_sha256)
    throw new Error(`The prompt ${prompt_id} of the bundle ${id} is another than the one here`);
  const text = renderInput(question.input, (bundle.words ?? {}) as Words);
  return { question, prompt: buildPrompt(instructions.text, instructions.id, text) };
};
