import type Anthropic from '@anthropic-ai/sdk' with { 'resolution-mode': 'import' };
import type { Environment } from '../platform/config/environment';
import { answerSchema, type ForecastModel, type ModelReply, type Prompt } from './forecast-model';
import { limitedFetch } from './limited-fetch.client';

const TOOL = 'record_forecast';
const MAX_TOKENS = 4_000;

/** Claude through Anthropic's SDK. The structure of the answer is that of a tool it must call. */
export class ClaudeModel implements ForecastModel {
  readonly provider = 'claude';
  readonly modelName: string;
  readonly offReason: string | null;
  private client: Anthropic | null = null;

  constructor(private readonly environment: Environment) {
    this.modelName = environment.anthropicModel;
    this.offReason = environment.anthropicApiKey === null ? 'ANTHROPIC_API_KEY is not set' : null;
  }

  async ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    const schema = answerSchema(prompt);
    const message = await client.messages.create(
      {
        model: this.modelName,
        max_tokens: MAX_TOKENS,
        system: prompt.system,
        messages: [{ role: 'user', content: prompt.user }],
        tools: [
          {
            name: TOOL,
            description: 'Records the forecast.',
            input_schema: { ...schema, required: [...schema.required] },
          },
        ],
        tool_choice: { type: 'tool', name: TOOL },
      },
      { signal },
    );
    const called = message.content.find((block) => block.type === 'tool_use');
    const text = message.content.find((block) => block.type === 'text');
    return {
      answer: called?.input ?? text?.text ?? null,
      modelName: message.model,
      tokensIn: message.usage.input_tokens,
      tokensOut: message.usage.output_tokens,
    };
  }

  private async connect(): Promise<Anthropic> {
    // Loaded when first asked: the SDKs are the heaviest part of an installation.
    const { default: Sdk } = await import('@anthropic-ai/sdk');
    this.client ??= new Sdk({
      apiKey: this.environment.anthropicApiKey,
      baseURL: this.environment.anthropicBaseUrl,
      timeout: this.environment.modelTimeoutSeconds * 1000,
      maxRetries: 1,
      fetch: limitedFetch,
      logLevel: 'off',
    });
    return this.client;
  }
}
