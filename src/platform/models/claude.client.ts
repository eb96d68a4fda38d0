import type Anthropic from '@anthropic-ai/sdk';
import type { Environment } from '../config/environment';
import {
  ANSWER_TOKENS_MAX,
  tokensOf,
  type LanguageModel,
  type ModelReply,
  type Prompt,
  type Unproven,
} from './language-model';
import { limitedFetch } from './limited-fetch.client';
import { knownModel } from './known-models.provider';

export class ClaudeModel implements LanguageModel {
  readonly provider = 'claude';
  readonly setting = 'ANTHROPIC_MODEL';
  readonly hosted: boolean;
  readonly modelName: string;
  readonly offReason: string | null;
  private client: Anthropic | null = null;

  constructor(private readonly environment: Environment) {
    this.modelName = environment.anthropicModel;
    this.hosted = environment.anthropicBaseUrl === null || knownModel('claude', this.modelName) !== null;
    this.offReason = environment.anthropicApiKey === null ? 'ANTHROPIC_API_KEY is not set' : null;
  }

  async ask({ system, user, schema, repeated }: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    // Older models support neither; thinking models reject a forced tool.
    const thinks = knownModel('claude', this.modelName)?.thinks === true;
    const caching = { cache_control: { type: 'ephemeral' } } as const;
    const message: Unproven<Anthropic.Message> = await client.messages.create(
      {
        model: this.modelName,
        max_tokens: ANSWER_TOKENS_MAX,
        system: [{ type: 'text', text: system, ...caching }],
        messages: [{ role: 'user', content: [{ type: 'text', text: user, ...(repeated === true && caching) }] }],
        ...(thinks && { thinking: { type: 'adaptive' } }),
        output_config: { format: { type: 'json_schema', schema: { ...schema } }, ...(thinks && { effort: 'medium' }) },
      },
      { signal },
    );
    const { content, model, stop_reason, stop_details, usage } = message;
    const written = (content ?? []).flatMap((block) => (block?.type === 'text' ? [block.text ?? ''] : [])).join('');
    const cached = tokensOf(usage?.cache_read_input_tokens) ?? 0;
    const kept = tokensOf(usage?.cache_creation_input_tokens) ?? 0;
    const plain = tokensOf(usage?.input_tokens);
    return {
      answer: written === '' ? null : written,
      unusable: stop_reason === 'end_turn' ? null : stopped(stop_reason, stop_details?.explanation),
      modelName: model ?? this.modelName,
      tokensIn: plain === null ? null : plain + cached + kept,
      tokensOut: tokensOf(usage?.output_tokens),
      tokensCached: cached,
      tokensKept: kept,
    };
  }

  private async connect(): Promise<Anthropic> {
    // Loaded on first use: the SDKs are the largest part of an installation.
    const { default: Sdk } = await import('@anthropic-ai/sdk');
    this.client ??= new Sdk({
      apiKey: this.environment.anthropicApiKey,
      baseURL: this.environment.anthropicBaseUrl,
      timeout: this.environment.modelTimeoutSeconds * 1000,
      // A retried request is billed twice.
      maxRetries: 0,
      fetch: limitedFetch,
      logLevel: 'off',
    });
    return this.client;
  }
}

const stopped = (reason: string | null | undefined, explanation: string | null | undefined): string => {
  if (reason === 'refusal') return `the model refused to answer (refusal): ${explanation ?? 'no reason given'}`;
  if (reason === 'max_tokens') return `the answer was cut at ${ANSWER_TOKENS_MAX} tokens (max_tokens)`;
  return `the model stopped before its answer was complete (${reason ?? 'no reason given'})`;
};
