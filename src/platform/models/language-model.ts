/** A prompt in, a structured answer out: three providers and any OpenAI-compatible server. */
export const PROVIDERS = ['claude', 'gpt', 'gemini'] as const;

export type Provider = (typeof PROVIDERS)[number];

export const ANSWERERS = [...PROVIDERS, 'compatible'] as const;

export type Answerer = (typeof ANSWERERS)[number];

/** JSON Schema of an answer: closed objects, all members required, as structured output demands. */
export interface AnswerSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Prompt {
  /** Name and version of the prompt file, e.g. `forecast-1`. */
  readonly id: string;
  readonly system: string;
  /** The question, with third-party data fenced. */
  readonly user: string;
  readonly schema: AnswerSchema;
  /** Whether the prompt is repeated within minutes, so that the provider should cache it. */
  readonly repeated?: boolean;
}

/** Maximum tokens of an answer, reasoning included. */
export const ANSWER_TOKENS_MAX = 16_000;

/** Token counts of a request by its provider; null if not reported. */
export interface TokenCounts {
  /** All input tokens, cached or not. */
  readonly tokensIn: number | null;
  /** All output tokens, reasoning included. */
  readonly tokensOut: number | null;
  readonly tokensCached?: number;
  readonly tokensKept?: number;
}

/** The response, not validated yet. */
export interface ModelReply extends TokenCounts {
  readonly answer: unknown;
  /** Why the answer is incomplete, in the provider's terms: a refusal, a limit. Null if complete. */
  readonly unusable: string | null;
  /** Model name reported by the provider. */
  readonly modelName: string;
}

export interface LanguageModel {
  readonly provider: Answerer;
  /** Requested model name. */
  readonly modelName: string;
  readonly setting: string;
  /** Whether its provider responds and bills as in the ledger; false for a self-hosted server. */
  readonly hosted: boolean;
  /** Why it is disabled ("ANTHROPIC_API_KEY is not set"), or null. */
  readonly offReason: string | null;
  /** Sends one request. @throws errors of its SDK, which `model-failure.ts` describes */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply>;
}

export const LANGUAGE_MODELS = Symbol('LanguageModels');

/** A response as it may arrive: a provider, or a server with the same API, may leave out any member. */
export type Unproven<T> = T extends string
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Unproven<T[K]> | null | undefined }
    : T;

export const tokensOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** A dated or numbered version: `20260928`, `2026-09-28`, `09-2026`, `001`. `claude-sonnet-5-5` is none of `-5`. */
const VERSION = /^(?:\d{3,8}|\d{4}-\d{2}-\d{2}|\d{2}-\d{2,4})$/;

/** Whether the answering model is the requested one: the same name, possibly with a version suffix. */
export const isSameModel = (asked: string, answered: string): boolean => {
  const name = answered.replace(/^models\//, '');
  const plain = asked.replace(/-latest$/, '');
  return (
    name === asked || name === plain || (name.startsWith(`${plain}-`) && VERSION.test(name.slice(plain.length + 1)))
  );
};
