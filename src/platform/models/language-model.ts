/**
 * What a model is: something that reads a prompt and answers in one shape. Three providers and any
 * OpenAI-compatible server stand behind this interface.
 */
export const PROVIDERS = ['claude', 'gpt', 'gemini'] as const;

export type Provider = (typeof PROVIDERS)[number];

/** Whoever may answer: the providers, and a further server that speaks OpenAI's chat completions. */
export const ANSWERERS = [...PROVIDERS, 'compatible'] as const;

export type Answerer = (typeof ANSWERERS)[number];

/** JSON Schema of an answer: every object closed, every member required, as structured output asks for. */
export interface AnswerSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Prompt {
  /** Name and version of the prompt file, e.g. `forecast-1`. */
  readonly id: string;
  /** Instructions of ours. */
  readonly system: string;
  /** What is asked, with everything from outside fenced as data. */
  readonly user: string;
  /** Shape of the answer. */
  readonly schema: AnswerSchema;
  /** Whether the same prompt is sent again within minutes: the provider is asked to keep it. */
  readonly repeated?: boolean;
}

/** Most tokens of one answer, reasoning included. */
export const ANSWER_TOKENS_MAX = 16_000;

/** Tokens of one request as its provider counts them; null where it does not say. */
export interface TokenCounts {
  /** All that was read, from the provider's cache or not. */
  readonly tokensIn: number | null;
  /** All that was written, reasoning included. */
  readonly tokensOut: number | null;
  /** Of those read, the ones that its cache held. */
  readonly tokensCached?: number;
  /** Of those read, the ones that were put into its cache. */
  readonly tokensKept?: number;
}

/** What came back: nothing in it is trusted yet. */
export interface ModelReply extends TokenCounts {
  /** The structured answer as text, or null. */
  readonly answer: unknown;
  /** Why there is no whole answer, in the provider's terms: a refusal, a limit. Null for a whole one. */
  readonly unusable: string | null;
  /** Model name that the provider says it used. */
  readonly modelName: string;
}

export interface LanguageModel {
  readonly provider: Answerer;
  /** Model name that is asked for. */
  readonly modelName: string;
  /** Setting that names the model. */
  readonly setting: string;
  /** Whether its provider answers, and bills, as the ledger says; not so a server of one's own. */
  readonly hosted: boolean;
  /** Why it cannot be asked ("ANTHROPIC_API_KEY is not set"), or null. */
  readonly offReason: string | null;
  /** Asks once. @throws whatever its SDK throws: `model-failure.ts` puts it into words */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply>;
}

/** Nest token of the list of all {@link LanguageModel}s. */
export const LANGUAGE_MODELS = Symbol('LanguageModels');

/** Whether the model that answered is the one asked for: the same name, or the same with a version behind it. */
export const isSameModel = (asked: string, answered: string): boolean => {
  const name = answered.replace(/^models\//, '');
  return name === asked || (name.startsWith(`${asked}-`) && /^[\d-]+$/.test(name.slice(asked.length + 1)));
};
