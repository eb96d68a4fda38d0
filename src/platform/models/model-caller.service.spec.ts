import { Purse } from '../../../test/support/purse';
import { readEnvironment } from '../config/environment';
import { knownModel } from './known-models.provider';
import { isSameModel, type LanguageModel, type ModelReply, type Prompt } from './language-model';
import { ModelCaller } from './model-caller.service';
import { pricesOf, worstUsd } from './prices';

const NOW = Date.UTC(2026, 10, 28, 12);
const { signal } = new AbortController();
const prompt: Prompt = {
  id: 'forecast-1',
  system: 'Be careful.',
  user: 'A question.',
  schema: { type: 'object', additionalProperties: false, required: [], properties: {} },
};
const said: ModelReply = {
  answer: '{}',
  unusable: null,
  modelName: 'gemini-2.5-pro',
  tokensIn: 1_000_000,
  tokensOut: 0,
};
const modelThat = (ask: () => ModelReply): LanguageModel => ({
  provider: 'gemini',
  modelName: 'gemini-2.5-pro',
  setting: 'GEMINI_MODEL',
  hosted: true,
  offReason: null,
  ask: async () => Promise.resolve(ask()),
});
const callerOf = (purse: Purse): ModelCaller => new ModelCaller(purse, [], readEnvironment({}));

describe('a call of a model', () => {
  it('that another model answered is refused, and costs the price of that model', async () => {
    const purse = new Purse(100);
    const model = modelThat(() => ({ ...said, modelName: 'models/gemini-3.8-flash' }));

    expect(await callerOf(purse).ask(model, prompt, 'shadow', NOW, signal)).toEqual({
      kind: 'refused',
      reason: 'models/gemini-3.8-flash answered in place of gemini-2.5-pro: set GEMINI_MODEL',
    });
    expect(purse.spentUsd).toBeCloseTo(0.75);
  });

  it('without a count of tokens costs the most that it can', async () => {
    const purse = new Purse(100);
    const model = modelThat(() => ({ ...said, tokensIn: null, tokensOut: null }));
    await callerOf(purse).ask(model, prompt, 'shadow', NOW, signal);

    expect(purse.spentUsd).toBeCloseTo(worstUsd(prompt, pricesOf(model, NOW)));
  });

  it('is not repeated before the delay that the provider asks for', async () => {
    const headers = new Headers({ 'retry-after': '90' });
    const model = modelThat(() => {
      throw Object.assign(new Error('slow down'), { status: 429, headers });
    });
    const caller = callerOf(new Purse(100));

    expect(await caller.ask(model, prompt, 'shadow', NOW, signal)).toMatchObject({ kind: 'unanswered' });
    expect(caller.pausedFor(model, NOW + 89_000)).toContain('left alone until 2026-11-28T12:01:30Z');
    expect(caller.pausedFor(model, NOW + 90_000)).toBeNull();
  });
});

describe('the name of a model', () => {
  it.each([
    ['claude-sonnet-5-5', 'claude-sonnet-5-5', true],
    ['claude-sonnet-5-5', 'claude-sonnet-5-5-20260928', true],
    ['gpt-5', 'gpt-5-2025-08-07', true],
    ['gemini-2.5-pro', 'models/gemini-2.5-pro-001', true],
    ['gpt-6.1-latest', 'gpt-6.1-2026-09-29', true],
    ['claude-sonnet-5', 'claude-sonnet-5-5', false],
    ['claude-sonnet-5', 'claude-sonnet-5-5-20260928', false],
    ['gpt-5', 'gpt-5-mini', false],
    ['gpt-5', 'gpt-5.1', false],
  ])('%s asked and %s answered: the same is %s', (asked, answered, isSame) => {
    expect(isSameModel(asked, answered)).toBe(isSame);
  });

  it('with a version has the price and the abilities of the one in the ledger', () => {
    expect(knownModel('claude', 'claude-sonnet-5-5-20260928')?.id).toBe('claude-sonnet-5-5');
    expect(knownModel('claude', 'claude-sonnet-5')?.id).toBe('claude-sonnet-5');
    expect(knownModel('claude', 'claude-sonnet-9')).toBeNull();
  });
});
