import type OpenAI from 'openai' with { 'resolution-mode': 'import' };
import type { Environment } from '../platform/config/environment';
import { answerSchema, type Answerer, type ForecastModel, type ModelReply, type Prompt } from './forecast-model';
import { limitedFetch } from './limited-fetch.client';

const MAX_TOKENS = 4_000;

/**
 * GPT through OpenAI's SDK, or any server that speaks its chat completions: a local model behind
 * `OPENAI_BASE_URL` needs no key.
 */
export class GptModel implements ForecastModel {
  readonly modelName: string;
  readonly offReason: string | null;
  private client: OpenAI | null = null;

  constructor(
    private readonly environment: Environment,
    readonly provider: Answerer = 'gpt',
  ) {
    this.modelName = environment.openaiModel;
    this.offReason =
      environment.openaiApiKey === null && environment.openaiBaseUrl === null
        ? 'neither OPENAI_API_KEY nor OPENAI_BASE_URL is set'
        : null;
  }

  async ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    const completion = await client.chat.completions.create(
      {
        model: this.modelName,
        max_completion_tokens: MAX_TOKENS,
        messages: [
          { role: 'system', content: prompt.system },
          { role: 'user', content: prompt.user },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'forecast', strict: true, schema: answerSchema(prompt) },
        },
      },
      { signal },
    );
    return {
      answer: completion.choices[0]?.message.content ?? null,
      modelName: completion.model,
      tokensIn: completion.usage?.prompt_tokens ?? null,
      tokensOut: completion.usage?.completion_tokens ?? null,
    };
  }

  private async connect(): Promise<OpenAI> {
    const { default: Sdk } = await import('openai');
    this.client ??= new Sdk({
      apiKey: this.environment.openaiApiKey ?? 'no-key-needed',
      baseURL: this.environment.openaiBaseUrl,
      timeout: this.environment.modelTimeoutSeconds * 1000,
      maxRetries: 1,
      fetch: limitedFetch,
      logLevel: 'off',
    });
    return this.client;
  }
}

/** A further server that speaks the same, beside OpenAI or a first local model. */
export class CompatibleModel extends GptModel {
  constructor(environment: Environment) {
    const { compatibleApiKey, compatibleBaseUrl, compatibleModel } = environment;
    super(
      {
        ...environment,
        // A key alone would be sent to OpenAI itself.
        openaiApiKey: compatibleBaseUrl === null ? null : compatibleApiKey,
        openaiBaseUrl: compatibleBaseUrl,
        openaiModel: compatibleModel,
      },
      'compatible',
    );
  }
}
