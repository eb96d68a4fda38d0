/**
 * The replayed models. The recorded one reads market and price from its input, and departs from the price as recorded
 * for market and day, with an explanation. Some answers are malformed on purpose, like a real model's.
 */
import { groupBy } from '../platform/common/group-by';
import type { Fields } from '../platform/common/foreign-json';
import { replayedVerdicts } from './replay-judge';
import type { SampleTime } from './sample-world';
import { answered } from './strict-models';

export interface SampleAnswer {
  readonly ticker: string;
  /** Sample time from which this answer applies, ISO. */
  readonly at: string;
  readonly fault: 'not_json' | 'out_of_range' | 'empty' | null;
  /** Departure from the price, in log-odds; positive is towards YES. */
  readonly lean: number;
  readonly confidence: number;
  /** Sentences. */
  readonly grounds: readonly string[];
}

interface Given {
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly reasoning: string;
}

/** Minimum departure from the price for a direction. */
const CALLED = 0.03;
const UNKNOWN_PRICE = 0.5;

const share = (value: number): number => Math.round(Math.min(0.985, Math.max(0.015, value)) * 1000) / 1000;

/** The price of YES in the input, or null. */
const priceIn = (prompt: string): number | null => {
  const stated = /^ {2}YES (\d(?:\.\d+)?);/m.exec(prompt)?.[1];
  return stated === undefined ? null : Number(stated);
};

const storiesIn = (prompt: string): number => {
  const evidence = prompt.split(/^## /m).find((section) => section.startsWith('Evidence')) ?? '';
  return evidence.split('\n').filter((line) => line.startsWith('- ')).length;
};

/** An answer to one question, with an explanation. */
interface Weighed extends Omit<Given, 'reasoning'> {
  readonly price: string;
  readonly stories: string;
  readonly result: string;
}

const weighed = (prompt: string, { lean, confidence }: SampleAnswer): Weighed => {
  const price = priceIn(prompt);
  const from = Math.min(0.99, Math.max(0.01, price ?? UNKNOWN_PRICE));
  const stories = storiesIn(prompt);
  const leant = price === null && stories > 0 ? lean * LEAN_ON_REPORTS : lean;
  const probability = share(1 / (1 + (1 / from - 1) * Math.exp(-leant)));
  const compared =
    price === null
      ? ''
      : probability === price
        ? ', which is the price'
        : `, ${probability > price ? 'higher' : 'lower'} than the price`;
  return {
    probability_yes: probability,
    confidence,
    direction: probability > from + CALLED ? 'ESCALATE' : probability < from - CALLED ? 'DEESCALATE' : 'SKIP',
    price: price === null ? 'The input states no price' : `The market stands at ${price} for YES`,
    stories: `${stories} ${stories === 1 ? 'story' : 'stories'} as evidence`,
    result: `${probability}${compared}`,
  };
};

const reasoned = (sentences: readonly string[]): string =>
  [
    '[Synthetic demo]',
    ...sentences,
    'What would change this view: independent confirmation from a second kind of source within a day, or a scheduled meeting that is called off.',
  ].join(' ');

const answerTo = (prompt: string, recorded: SampleAnswer): Given => {
  const { price, stories, result, ...call } = weighed(prompt, recorded);
  return {
    ...call,
    reasoning: reasoned([
      `${price}.`,
      `The frozen input holds ${stories}${stories.startsWith('0 ') ? '' : ', of which [1] weighs most'}.`,
      ...recorded.grounds,
      `Weighing the base rate for questions of this kind against the direction of the evidence gives ${result}.`,
    ]),
  };
};

/** The text of a Messages request: of one string, or of blocks. */
const textOf = (messages: unknown): string =>
  (Array.isArray(messages) ? messages : [])
    .map((message: { content?: unknown }) =>
      typeof message.content === 'string'
        ? message.content
        : (Array.isArray(message.content) ? message.content : [])
            .map((block: { text?: unknown }) => (typeof block.text === 'string' ? block.text : ''))
            .join('\n'),
    )
    .join('\n');

/** The names show that the models are invented. */
export const INVENTED_MODELS = {
  recorded: 'invented-analyst',
  judge: 'invented-judge',
  first: 'invented-follower',
  second: 'invented-contrarian',
} as const;

/** Two more invented models: half the recorded departure, and a slight one determined by the ticker. */
const DEMO_VOICES = {
  first: (lean: number): number => lean / 2,
  second: (_: number, ticker: string): number => (ticker.charCodeAt(ticker.length - 1) % 2 === 0 ? 0.3 : -0.3),
} as const;

type DemoVoice = keyof typeof DEMO_VOICES;

export const isDemoVoice = (name: string): name is DemoVoice => Object.hasOwn(DEMO_VOICES, name);

/** Without a price the model's lean is doubled when it has reports. */
const LEAN_ON_REPORTS = 2;

export class ReplayModel {
  private readonly byTicker: ReadonlyMap<string, readonly SampleAnswer[]>;

  constructor(
    answers: readonly SampleAnswer[],
    private readonly time: SampleTime,
  ) {
    this.byTicker = groupBy(answers, ({ ticker }) => ticker);
  }

  /**
   * The answer of a model at `now`: the recorded one by `POST /v1/messages`, another voice by `POST /chat/completions`.
   * Null for an unknown market.
   */
  answer(path: string, body: string, now: number, voice: DemoVoice | null): Fields | null {
    const prompt = textOf((JSON.parse(body) as { messages?: unknown }).messages);
    const said = replayedVerdicts(prompt) ?? this.forecastFor(prompt, now, voice);
    if (said === null) return null;
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    return answered(path, body, text === '' ? null : text, `msg_demo_${now}`, now);
  }

  private forecastFor(prompt: string, now: number, voice: DemoVoice | null): string | object | null {
    const recorded = this.recordedFor(prompt, now);
    if (recorded === null) return null;
    const as = (one: SampleAnswer): SampleAnswer =>
      voice === null ? one : { ...one, lean: DEMO_VOICES[voice](one.lean, one.ticker) };
    const answer = answerTo(prompt, as(recorded));
    if (voice !== null) return this.jointAnswer(prompt, now, as) ?? answer;
    switch (recorded.fault) {
      case 'empty':
        return '';
      case 'not_json':
        return `I would say ${answer.probability_yes}.`;
      case 'out_of_range':
        return this.jointAnswer(prompt, now, as) ?? { ...answer, probability_yes: 1.7 };
      default:
        return this.jointAnswer(prompt, now, as) ?? answer;
    }
  }

  /** The answer to several questions, or null for a single question or an unknown market. */
  private jointAnswer(
    prompt: string,
    now: number,
    as: (recorded: SampleAnswer) => SampleAnswer,
  ): Record<string, unknown> | null {
    const [, ...parts] = prompt.split(/^# Question \d+ of \d+$/m);
    const answers = parts.flatMap((part) => {
      const recorded = this.recordedFor(part, now);
      return recorded === null ? [] : [weighed(part, as(recorded))];
    });
    if (answers.length === 0 || answers.length < parts.length) return null;
    return {
      reasoning: reasoned(
        answers.map(
          ({ price, stories, result }, index) =>
            `Question ${index + 1}: ${price.replace('The', 'the')}, with ${stories}; weighed against the base rate that gives ${result}.`,
        ),
      ),
      forecasts: answers.map(({ probability_yes, confidence, direction }, index) => ({
        question: index + 1,
        probability_yes,
        confidence,
        direction,
      })),
    };
  }

  private recordedFor(prompt: string, now: number): SampleAnswer | null {
    // The market asked about is listed first; siblings and the twin follow.
    const named = /^ {2}listed on (?:polymarket|kalshi) as "([^"]+)"/m.exec(prompt)?.[1] ?? '';
    return this.byTicker.get(named)?.findLast(({ at }) => Date.parse(at) <= this.time.toSample(now)) ?? null;
  }
}
