import { fieldsOf, textOf, type Fields } from '../platform/common/foreign-json';
import { armInput, evidenceSha256, inputSha256, type Arm } from '../forecasting/input/arms';
import type { ForecastInput } from '../forecasting/input/forecast-input';
import { sha256Hex } from '../platform/common/sha256';
import { marketId } from '../markets/market-key';

export interface LoggedForecast {
  readonly bundleId: string;
  readonly bundleSha256: string;
  readonly madeAt: string;
  readonly input: ForecastInput;
  readonly probabilityYes: number;
  readonly reasoning: string;
  /** From the last settlement or correction; null while the market is open. */
  readonly settlement: { readonly yesPrice: number | null; readonly status: string } | null;
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');

/** In log order, without bundles of 1.0.0, whose input differs. @param documents, bundles bodies of the streams */
export const loggedForecasts = (documents: string, bundles: string): readonly LoggedForecast[] => {
  const settled = new Map<string, LoggedForecast['settlement']>();
  for (const line of linesOf(documents)) {
    const document = fieldsOf(JSON.parse(line));
    if (document['kind'] !== 'settlement' && document['kind'] !== 'correction') continue;
    const yesPrice = document['settlement_yes_price'];
    settled.set(marketOf(document), {
      yesPrice: typeof yesPrice === 'number' ? yesPrice : null,
      status: textOf(document['status']) ?? 'settled',
    });
  }
  return linesOf(bundles).flatMap((line): LoggedForecast[] => {
    const bundle = fieldsOf(JSON.parse(line));
    if (bundle['schema_version'] !== '2.0.0') return [];
    const prediction = fieldsOf(bundle['prediction']);
    const input = bundle['input'] as ForecastInput;
    return [
      {
        bundleId: textOf(bundle['bundle_id']) ?? '',
        bundleSha256: sha256Hex(line),
        madeAt: textOf(bundle['made_at']) ?? '',
        input,
        probabilityYes: Number(prediction['probability_yes']),
        reasoning: textOf(prediction['reasoning']) ?? '',
        settlement: settled.get(marketOf(fieldsOf(input.question))) ?? null,
      },
    ];
  });
};

const marketOf = (of: Fields): string => `${String(of['exchange'])}/${String(of['ticker'])}`;

/** The newest forecast of every open market: not settled, deadline in the future. @param now UTC ms */
export const newestOpen = (forecasts: readonly LoggedForecast[], now: number): readonly LoggedForecast[] => {
  const newest = new Map<string, LoggedForecast>();
  for (const one of forecasts) {
    const { question } = one.input;
    const ends = Date.parse(question.deadline ?? question.resolves_at);
    if (one.settlement === null && !(ends <= now)) newest.set(marketId(question), one);
  }
  return [...newest.values()];
};

/** One line of `vedette questions`: a model's input. */
export type OpenQuestion = ReturnType<typeof openQuestion>;

export const openQuestion = (forecast: LoggedForecast, arm: Arm) => {
  const input = armInput(forecast.input, arm);
  const { question } = input;
  return {
    replay_bundle_id: forecast.bundleId,
    bundle_sha256: forecast.bundleSha256,
    exchange: question.exchange,
    ticker: question.ticker,
    question: question.text,
    resolves_at: question.resolves_at,
    closes_at: question.closes_at,
    frozen_at: input.now.frozen_at,
    arm,
    input,
    input_sha256: inputSha256(input),
    evidence_sha256: evidenceSha256(input),
  };
};
