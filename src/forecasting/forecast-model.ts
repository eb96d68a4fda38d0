/**
 * What a model is: something that reads a prompt and answers in one shape. Three providers and any
 * OpenAI-compatible server stand behind this interface; what they answer is checked in forecast.ts.
 */
export const PROVIDERS = ['claude', 'gpt', 'gemini'] as const;

export type Provider = (typeof PROVIDERS)[number];

/** Whoever may answer: the providers, and a further server that speaks OpenAI's chat completions. */
export const ANSWERERS = [...PROVIDERS, 'compatible'] as const;

export type Answerer = (typeof ANSWERERS)[number];

export interface Prompt {
  /** Name and version of the prompt file, e.g. `forecast-1`. */
  readonly id: string;
  /** Instructions of ours. */
  readonly system: string;
  /** The question and the frozen input, fenced as data. */
  readonly user: string;
  /** How many questions the input holds; more than one are of one event, and answered together. */
  readonly questions: number;
}

/** What came back: nothing in it is trusted yet. */
export interface ModelReply {
  /** The structured answer, or the text where the provider sent no structure. */
  readonly answer: unknown;
  /** Model name that the provider says it used. */
  readonly modelName: string;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

export interface ForecastModel {
  readonly provider: Answerer;
  /** Model name that is asked for. */
  readonly modelName: string;
  /** Why it cannot be asked ("ANTHROPIC_API_KEY is not set"), or null. */
  readonly offReason: string | null;
  /** Asks once. Throws what went wrong without secrets in its words. */
  ask(prompt: Prompt, signal: AbortSignal): Promise<ModelReply>;
}

/** Nest token of the list of all {@link ForecastModel}s. */
export const FORECAST_MODELS = Symbol('ForecastModels');

const CALL = {
  probability_yes: {
    type: 'number',
    description: 'Probability that the market resolves YES, 0 to 1.',
  },
  confidence: { type: 'number', description: 'Conviction in the directional call, 0 to 1.' },
  direction: {
    type: 'string',
    enum: ['ESCALATE', 'DEESCALATE', 'YES', 'NO', 'SKIP'],
    description: 'The call in one word; SKIP when the input does not support one.',
  },
} as const;

/**
 * JSON Schema of an answer, as the providers take it for structured output. The reasoning stands first:
 * a model writes its members in this order, and a number that follows its reasons is made from them.
 */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['reasoning', 'probability_yes', 'confidence', 'direction'],
  properties: {
    reasoning: {
      type: 'string',
      description: 'The reasoning in the order of the instructions, 800 to 2500 characters.',
    },
    ...CALL,
  },
} as const;

/** The same for several questions: one reasoning, then one call for each. */
export const JOINT_ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['reasoning', 'forecasts'],
  properties: {
    reasoning: {
      type: 'string',
      description: 'The reasoning in the order of the instructions, 800 to 4000 characters.',
    },
    forecasts: {
      type: 'array',
      description: 'One for each question, in their order.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['question', 'probability_yes', 'confidence', 'direction'],
        properties: {
          question: { type: 'integer', description: 'Number of the question, from 1.' },
          ...CALL,
        },
      },
    },
  },
} as const;

/** The schema of the answer to a prompt. */
export const answerSchema = ({
  questions,
}: Pick<Prompt, 'questions'>): typeof ANSWER_SCHEMA | typeof JOINT_ANSWER_SCHEMA =>
  questions > 1 ? JOINT_ANSWER_SCHEMA : ANSWER_SCHEMA;
