import { withinTime } from '../../platform/common/within-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { ClaudeModel } from '../../platform/models/claude.client';
import { GeminiModel } from '../../platform/models/gemini.client';
import { CompatibleModel, GptModel } from '../../platform/models/gpt.client';
import type { LanguageModel } from '../../platform/models/language-model';
import { ModelCaller } from '../../platform/models/model-caller.service';
import { modelFailure } from '../../platform/models/model-failure';
import { costUsd, pricesOf, worstUsd } from '../../platform/models/prices';
import { JUDGE_MODEL, type JudgeModel } from './judge-model';

/** Default judge models: small ones of each provider. */
const SMALL = { claude: 'claude-haiku-4-5', gpt: 'gpt-6-luna', gemini: 'gemini-3.8-flash' } as const;

/** The model in `JUDGE_MODEL`, or a small one of a provider with a key; null when off. */
export const judgeLanguageModel = (environment: Environment): LanguageModel | null => {
  const setting = environment.judgeModel;
  if (setting === 'off' || (setting === null && environment.model === 'off')) return null;
  const [provider = '', ...rest] = (setting ?? environment.model).split(':');
  const name = rest.join(':');
  const of = (one: string): LanguageModel | null => {
    switch (one) {
      case 'claude':
        return new ClaudeModel({ ...environment, anthropicModel: name || SMALL.claude });
      case 'gpt':
        return new GptModel({ ...environment, openaiModel: name || SMALL.gpt });
      case 'gemini':
        return new GeminiModel({ ...environment, geminiModel: name || SMALL.gemini });
      case 'compatible':
        return new CompatibleModel({ ...environment, compatibleModel: name || environment.compatibleModel });
      default:
        throw new Error(
          `JUDGE_MODEL must be off, claude, gpt, gemini or compatible, with :<model> behind it: "${one}"`,
        );
    }
  };
  const model = of(provider);
  return model?.offReason === null ? model : null;
};

const judgeModelOf = (model: LanguageModel | null, caller: Pick<ModelCaller, 'ask'>): JudgeModel | null =>
  model === null
    ? null
    : {
        name: `${model.provider}:${model.modelName}`,
        ask: async (prompt, now, signal) => {
          const called = await caller.ask(model, prompt, 'judge', now, signal);
          return called.kind === 'reply' ? { kind: 'reply', answer: called.reply.answer } : called;
        },
      };

/** For the command line, without spending stored in the graph: each run is limited to half of the daily budget. */
export const directJudge = (model: LanguageModel, environment: Environment): JudgeModel => {
  let spent = 0;
  return {
    name: `${model.provider}:${model.modelName}`,
    ask: async (prompt, now, signal) => {
      const prices = pricesOf(model, now);
      if (spent + worstUsd(prompt, prices) > environment.modelDailyUsd / 2)
        return { kind: 'unanswered', reason: `half of MODEL_DAILY_USD (${environment.modelDailyUsd}) is spent` };
      try {
        const limitMs = environment.modelTimeoutSeconds * 1000;
        const reply = await withinTime(limitMs, signal, (limited) => model.ask(prompt, limited));
        spent += costUsd(reply, prices) ?? worstUsd(prompt, prices);
        return reply.unusable === null
          ? { kind: 'reply', answer: reply.answer }
          : { kind: 'refused', reason: reply.unusable };
      } catch (error) {
        const { reason, isRequests } = modelFailure(error, model.setting, now);
        return { kind: isRequests ? 'refused' : 'unanswered', reason };
      }
    },
  };
};

export const judgeModelProvider = {
  provide: JUDGE_MODEL,
  inject: [ENVIRONMENT, ModelCaller],
  useFactory: (environment: Environment, caller: ModelCaller): JudgeModel | null =>
    judgeModelOf(judgeLanguageModel(environment), caller),
};
