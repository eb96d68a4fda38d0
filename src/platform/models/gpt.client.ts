import type OpenAI from 'openai';
import type { Environment } from '../config/environment';
import {
  ANSWER_TOKENS_MAX,
  tokensOf,
  type Answerer,
  type LanguageModel,
  type ModelReply,
  type Prompt,
  type Unproven,
} from './language-model';
import { limitedFetch } from './limited-fetch.client';
import { knownModel } from './known-models.provider';

/** GPT, or any server with the chat completions API: a local model behind `OPENAI_BASE_URL` needs no key. */
export class GptModel implements LanguageModel {
  readonly modelName: string;
  readonly hosted: boolean;
  readonly offReason: string | null;
  private client: OpenAI | null = null;

  constructor(
    private readonly environment: Environment,
    readonly provider: Answerer = 'gpt',
    readonly setting = 'OPENAI_MODEL',
  ) {
    this.modelName = environment.openaiModel;
    this.hosted = environment.openaiBaseUrl === null || knownModel(provider, this.modelName) !== null;
    this.offReason =
      environment.openaiApiKey === null && environment.openaiBaseUrl === null
        ? 'neither OPENAI_API_KEY nor OPENAI_BASE_URL is set'
        : null;
  }

  async ask({ system, user, schema }: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    const completion: Unproven<OpenAI.ChatCompletion> = await client.chat.completions.create(
      {
        model: this.modelName,
        // Includes reasoning.
        max_completion_tokens: ANSWER_TOKENS_MAX,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: { ...schema } } },
      },
      { signal },
    );
    const { choices, model, usage } = completion;
    const choice = choices?.[0];
    const { cached_tokens, cache_write_tokens } = usage?.prompt_tokens_details ?? {};
    return {
      answer: choice?.message?.content ?? null,
      unusable: stopped(choice),
      modelName: model ?? this.modelName,
      tokensIn: tokensOf(usage?.prompt_tokens),
      tokensOut: tokensOf(usage?.completion_tokens),
      tokensCached: tokensOf(cached_tokens) ?? 0,
      tokensKept: tokensOf(cache_write_tokens) ?? 0,
    };
  }

  private async connect(): Promise<OpenAI> {
    const { default: Sdk } = await import('openai');
    this.client ??= new Sdk({
      apiKey: this.environment.openaiApiKey ?? 'no-key-needed',
      baseURL: this.environment.openaiBaseUrl,
      timeout: this.environment.modelTimeoutSeconds * 1000,
      maxRetries: 0,
      fetch: limitedFetch,
      logLevel: 'off',
    });
    return this.client;
  }
}

/** A second server with the same API, in addition to OpenAI or a local model. */
export class CompatibleModel extends GptModel {
  constructor(environment: Environment) {
    const { compatibleApiKey, compatibleBaseUrl, compatibleModel } = environment;
    super(
      {
        ...environment,
        // Without a base URL, the key would be sent to OpenAI.
        openaiApiKey: compatibleBaseUrl === null ? null : compatibleApiKey,
        openaiBaseUrl: compatibleBaseUrl,
        openaiModel: compatibleModel,
      },
      'compatible',
      'COMPATIBLE_MODEL',
    );
  }
}

const stopped = (choice: Unproven<OpenAI.ChatCompletion.Choice> | null | undefined): string | null => {
  if (choice === undefined || choice === null) return 'the provider sent no choice';
  const { finish_reason, message } = choice;
  if (typeof message?.refusal === 'string') return `the model refused to answer: ${message.refusal}`;
  if (finish_reason === 'length') return `the answer was cut at ${ANSWER_TOKENS_MAX} tokens (length)`;
  if (finish_reason === 'stop') return null;
  return `the model stopped before its answer was complete (${finish_reason ?? 'no reason given'})`;
};
