/** Structured output schema of forecasts; forecast.ts validates the response. */
import type { AnswerSchema } from '../platform/models/language-model';

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
 * An answer to one question. The reasoning is first, because models generate members in this order and the number
 * should follow from it.
 */
const ANSWER_SCHEMA: AnswerSchema = {
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
};

/** An answer to several questions: one reasoning, then one call per question. */
const JOINT_ANSWER_SCHEMA: AnswerSchema = {
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
};

export const answerSchema = (questions: number): AnswerSchema => (questions > 1 ? JOINT_ANSWER_SCHEMA : ANSWER_SCHEMA);
