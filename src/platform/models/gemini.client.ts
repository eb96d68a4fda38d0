import type { GenerateContentResponse, GoogleGenAI } from '@google/genai';
import type { Environment } from '../config/environment';
import {
  ANSWER_TOKENS_MAX,
  tokensOf,
  type LanguageModel,
  type ModelReply,
  type Prompt,
  type Unproven,
} from './language-model';
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
    const response: Unproven<GenerateContentResponse> = await client.models.generateContent({
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
    const { candidates, promptFeedback, modelVersion, usageMetadata: usage } = response;
    const candidate = candidates?.[0];
    const written = (candidate?.content?.parts ?? [])
      .flatMap((part) => (part === null || part?.thought === true ? [] : [part?.text ?? '']))
      .join('');
    const said = tokensOf(usage?.candidatesTokenCount);
    const thought = tokensOf(usage?.thoughtsTokenCount);
    return {
      answer: written === '' ? null : written,
      unusable: stopped(promptFeedback?.blockReason, promptFeedback?.blockReasonMessage, candidate?.finishReason),
      modelName: modelVersion ?? this.modelName,
      tokensIn: tokensOf(usage?.promptTokenCount),
      // A blocked input has neither.
      tokensOut: tokensOf(usage?.promptTokenCount) === null ? null : (said ?? 0) + (thought ?? 0),
      tokensCached: tokensOf(usage?.cachedContentTokenCount) ?? 0,
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

type Said = string | null | undefined;

const stopped = (blocked: Said, message: Said, reason: Said): string | null => {
  if (typeof blocked === 'string')
    return `the provider refused the input (${blocked})${typeof message === 'string' ? `: ${message}` : ''}`;
  if (reason === 'STOP') return null;
  if (reason === 'MAX_TOKENS') return `the answer was cut at ${ANSWER_TOKENS_MAX} tokens (MAX_TOKENS)`;
  return `the model stopped before its answer was complete (${reason ?? 'no reason given'})`;
};
