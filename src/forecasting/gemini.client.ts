import type { GoogleGenAI } from '@google/genai';
import type { Environment } from '../platform/config/environment';
import { answerSchema, type ForecastModel, type ModelReply, type Prompt } from './forecast-model';
import { limitedFetch } from './limited-fetch.client';

/** Gemini through Google's SDK. */
export class GeminiModel implements ForecastModel {
  readonly provider = 'gemini';
  readonly modelName: string;
  readonly offReason: string | null;
  private client: GoogleGenAI | null = null;

  constructor(private readonly environment: Environment) {
    this.modelName = environment.geminiModel;
    this.offReason = environment.geminiApiKey === null ? 'GEMINI_API_KEY is not set' : null;
  }

  async ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply> {
    const client = await this.connect();
    const schema = answerSchema(prompt);
    const response = await client.models.generateContent({
      model: this.modelName,
      contents: prompt.user,
      config: {
        systemInstruction: prompt.system,
        responseMimeType: 'application/json',
        // Gemini takes the order of members from here alone.
        responseJsonSchema: { ...schema, propertyOrdering: [...schema.required] },
        abortSignal: signal,
      },
    });
    return {
      answer: response.text ?? null,
      modelName: response.modelVersion ?? this.modelName,
      tokensIn: response.usageMetadata?.promptTokenCount ?? null,
      tokensOut: response.usageMetadata?.candidatesTokenCount ?? null,
    };
  }

  private async connect(): Promise<GoogleGenAI> {
    const { GoogleGenAI: Sdk } = await import('@google/genai');
    this.client ??= new Sdk({
      apiKey: this.environment.geminiApiKey ?? '',
      httpOptions: {
        // No timeout here: the caller's signal ends the call, retries included.
        retryOptions: { attempts: 2 },
        fetch: limitedFetch,
        ...(this.environment.geminiBaseUrl === null ? {} : { baseUrl: this.environment.geminiBaseUrl }),
      },
    });
    return this.client;
  }
}
