import type { GoogleGenAI } from '@google/genai';
import type { Environment } from '../config/environment';
import { ANSWER_TOKENS_MAX, type LanguageModel, type ModelReply, type Prompt } from './language-model';
import { knownModel } from './known-models.provider';
import { limitedFetch } from './limited-fetch.client';

export class GeminiModel implements LanguageModel {
  readonly provider = 'gemini';
  readonly setting = 'GEMINI_MODEL';
  readonly hosted: boolean;
  readonly modelName: string;
  readonly offReason: string | null;
  private client: GoogleGenAI | null = null;

  constructor(private readonly environment: Environment) {
    this.modelName = environment.geminiModel;
    this.hosted = environment.geminiBaseUrl === null || knownModel('gemini', this.modelName) !== null;
    this.offReason = environment.geminiApiKey === null ? 'GEMINI_API_KEY is not set' : null;
  }

  async ask({ system, user, schema }: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    const { candidates, promptFeedback, modelVersion, usageMetadata } = await client.models.generateContent({
      model: this.modelName,
      contents: user,
      config: {
        systemInstruction: system,
        // Includes thoughts.
        maxOutputTokens: ANSWER_TOKENS_MAX,
        responseMimeType: 'application/json',
        // Gemini takes the order of members from this alone.
        responseJsonSchema: { ...schema, propertyOrdering: schema.required },
        abortSignal: signal,
      },
    });
    const [candidate] = candidates ?? [];
    const written = (candidate?.content?.parts ?? []).flatMap(({ text, thought }) => (thought === true ? [] : [text]));
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = usageMetadata ?? {};
    return {
      answer: written.length === 0 ? null : written.join(''),
      unusable: stopped(promptFeedback?.blockReason, candidate?.finishReason),
      modelName: modelVersion ?? this.modelName,
      tokensIn: promptTokenCount ?? null,
      tokensOut: usageMetadata === undefined ? null : (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
      tokensCached: usageMetadata?.cachedContentTokenCount ?? 0,
    };
  }

  private async connect(): Promise<GoogleGenAI> {
    const { GoogleGenAI: Sdk } = await import('@google/genai');
    this.client ??= new Sdk({
      apiKey: this.environment.geminiApiKey ?? '',
      httpOptions: {
        // No timeout: the caller's signal ends the call.
        retryOptions: { attempts: 1 },
        fetch: limitedFetch,
        ...(this.environment.geminiBaseUrl === null ? {} : { baseUrl: this.environment.geminiBaseUrl }),
      },
    });
    return this.client;
  }
}

const stopped = (blocked: string | undefined, reason: string | undefined): string | null => {
  if (blocked !== undefined) return `the provider refused the input (${blocked})`;
  if (reason === 'STOP') return null;
  if (reason === 'MAX_TOKENS') return `the answer was cut at ${ANSWER_TOKENS_MAX} tokens (MAX_TOKENS)`;
  return `the model stopped before its answer was whole (${reason ?? 'no reason given'})`;
};
