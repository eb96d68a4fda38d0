/**
 * The replayed model: Anthropic's Messages wire, with the recorded answer for the market that the
 * prompt names. Some answers are malformed on purpose, as a model's are.
 */
import type { SampleTime } from './sample-world';

export interface SampleAnswer {
  readonly ticker: string;
  /** Sample time from which this answer holds, ISO. */
  readonly at: string;
  readonly fault: 'not_json' | 'out_of_range' | 'empty' | null;
  readonly probability_yes: number;
  readonly confidence: number;
  readonly direction: string;
  readonly reasoning: string;
}

interface MessagesRequest {
  readonly model?: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages?: unknown;
  readonly system?: unknown;
}

export class ReplayModel {
  private readonly byTicker: ReadonlyMap<string, readonly SampleAnswer[]>;

  constructor(
    answers: readonly SampleAnswer[],
    private readonly time: SampleTime,
  ) {
    const byTicker = new Map<string, SampleAnswer[]>();
    for (const answer of answers)
      byTicker.set(answer.ticker, [...(byTicker.get(answer.ticker) ?? []), answer]);
    this.byTicker = byTicker;
  }

  /** The body of `POST /v1/messages` answered at `now`, or null when no known market is named. */
  answer(body: string, now: number): Record<string, unknown> | null {
    const request = JSON.parse(body) as MessagesRequest;
    const prompt = JSON.stringify([request.system, request.messages]);
    const ticker = [...this.byTicker.keys()].find((candidate) => prompt.includes(candidate));
    const recorded = this.byTicker
      .get(ticker ?? '')
      ?.findLast(({ at }) => Date.parse(at) <= this.time.toSample(now));
    if (recorded === undefined) return null;
    const { probability_yes, confidence, direction, reasoning, fault } = recorded;
    const given = {
      probability_yes: fault === 'out_of_range' ? 1.7 : probability_yes,
      confidence,
      direction,
      reasoning,
    };
    const tool = request.tools?.[0]?.name;
    const text = fault === 'not_json' ? `I would say ${probability_yes}.` : JSON.stringify(given);
    const content =
      fault === 'empty'
        ? []
        : tool !== undefined && fault !== 'not_json'
          ? [{ type: 'tool_use', id: 'toolu_demo', name: tool, input: given }]
          : [{ type: 'text', text }];
    return {
      id: `msg_demo_${now}`,
      type: 'message',
      role: 'assistant',
      model: request.model ?? 'replayed-sample',
      content,
      stop_reason: tool === undefined ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: Math.ceil(prompt.length / 4),
        output_tokens: Math.ceil(text.length / 4),
      },
    };
  }
}
