import { answerSchema } from '../forecasting/answer-schema';
import { refusalOf } from './strict-models';

const MESSAGES = 'v1/messages';
const COMPLETIONS = 'v1/chat/completions';
const CONTENTS = 'v1beta/models/gemini-3.8-flash:generateContent';
const user = [{ role: 'user', content: 'x' }];
const message = { model: 'claude-sonnet-5-5', max_tokens: 16_000, messages: user };
const completion = { model: 'gpt-6.1-sol', messages: user };
const format = (schema: object) => ({ output_config: { format: { type: 'json_schema', schema } } });

describe('requests that the providers refuse', () => {
  it.each<[string, string, object, RegExp]>([
    ['a forced tool', MESSAGES, { ...message, tools: [], tool_choice: { type: 'tool', name: 't' } }, /forced tool use/],
    ['a forced choice of tools', MESSAGES, { ...message, tools: [], tool_choice: { type: 'any' } }, /forced tool use/],
    ['reasoning switched off', MESSAGES, { ...message, thinking: { type: 'disabled' } }, /thinking\.type/],
    ['a budget of reasoning', MESSAGES, { ...message, thinking: { type: 'enabled' } }, /thinking\.type/],
    [
      'effort of an older model',
      MESSAGES,
      { ...message, model: 'claude-haiku-4-5', thinking: { type: 'adaptive' } },
      /not supp/,
    ],
    ['no limit of tokens', MESSAGES, { ...message, max_tokens: undefined }, /max_tokens: Field required/],
    ['a limit over the model’s', MESSAGES, { ...message, max_tokens: 200_000 }, /max_tokens: 200000 > 128000/],
    ['an unknown parameter', MESSAGES, { ...message, temprature: 1 }, /temprature: Extra inputs/],
    [
      'a last word of the model’s',
      MESSAGES,
      { ...message, messages: [{ role: 'assistant', content: '' }] },
      /last message/,
    ],
    ['an open object', MESSAGES, { ...message, ...format({ type: 'object', properties: {} }) }, /additionalProperties/],
    ['a bound in a schema', MESSAGES, { ...message, ...format({ type: 'number', minimum: 0 }) }, /'minimum'/],
    ['an unknown model', MESSAGES, { ...message, model: 'claude-9' }, /model: claude-9/],
    ['an unknown model', COMPLETIONS, { ...completion, model: 'gpt-0' }, /model: gpt-0/],
    ['the old name of a limit', COMPLETIONS, { ...completion, max_tokens: 5 }, /max_tokens/],
    [
      'a structure without a name',
      COMPLETIONS,
      { ...completion, response_format: { type: 'json_schema', json_schema: {} } },
      /name/,
    ],
    ['an unknown member', CONTENTS, { contents: 'x', config: {} }, /config/],
    ['an unknown setting', CONTENTS, { contents: 'x', generationConfig: { maxTokens: 5 } }, /maxTokens/],
    ['too long an answer', CONTENTS, { contents: 'x', generationConfig: { maxOutputTokens: 70_000 } }, /65536/],
  ])('is %s at %s', (_, path, body, words) => {
    expect(JSON.stringify(refusalOf(path, JSON.stringify(body))?.body)).toMatch(words);
  });

  it('do not include well-formed requests', () => {
    expect(refusalOf(MESSAGES, JSON.stringify({ ...message, ...format(answerSchema(2)) }))).toBeNull();
    expect(refusalOf(COMPLETIONS, JSON.stringify(completion))).toBeNull();
    expect(refusalOf(CONTENTS, JSON.stringify({ contents: 'x' }))).toBeNull();
  });
});
