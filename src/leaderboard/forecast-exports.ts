import { fieldsOf, listOf, textOf } from '../platform/common/foreign-json';
import { groupBy } from '../platform/common/group-by';
import { DECISIVE_WITHIN } from '../grading/graded-rows';
import type { LoggedForecast } from './logged-forecasts';
import { marketId } from '../markets/market-key';

interface Submitter {
  readonly organization: string;
  readonly model: string;
  readonly modelOrganization: string;
}

/** @param questionSet published by ForecastBench, whose market ids are ours @throws Error when invalid */
export const forecastBenchSet = (
  forecasts: readonly LoggedForecast[],
  questionSet: unknown,
  submitter: Submitter,
): Record<string, unknown> => {
  const set = fieldsOf(questionSet);
  const name = textOf(set['question_set']);
  if (name === null || !Array.isArray(set['questions']))
    throw new Error('The question set has no question_set and questions: it is not from ForecastBench');
  // ForecastBench reads the due date from the name.
  if (!/^\d{4}-\d{2}-\d{2}-/.test(name))
    throw new Error(`question_set is "${name}": it must begin with the date on which the set is due`);
  const keyOf = (exchange: string, ticker: string): string => `${exchange} ${ticker.toLowerCase()}`;
  const newest = new Map(forecasts.map((one) => [keyOf(one.input.question.exchange, one.input.question.ticker), one]));
  return {
    organization: submitter.organization,
    model: submitter.model,
    model_organization: submitter.modelOrganization,
    question_set: name,
    forecasts: listOf(set['questions'])
      .map(fieldsOf)
      .flatMap((question) => {
        const id = textOf(question['id']);
        const source = textOf(question['source']) ?? '';
        const forecast = newest.get(keyOf(source, id ?? ''));
        if (id === null || forecast === undefined) return [];
        return [
          {
            id,
            source,
            forecast: forecast.probabilityYes,
            resolution_date: null,
            reasoning: forecast.reasoning,
          },
        ];
      }),
  };
};

const METACULUS = /^https:\/\/www\.metaculus\.com\/(?:questions|c\/[^/]+)\/(\d+)/;

/** Metaculus accepts 0.001 to 0.999. @param urlOf address of a crowd question, by bundle and key; null when unknown */
export const metaculusForecasts = (
  forecasts: readonly LoggedForecast[],
  urlOf: (bundleId: string, key: string) => string | null,
): readonly Record<string, unknown>[] =>
  forecasts.flatMap(({ bundleId, input, probabilityYes }) =>
    input.crowd
      .filter((one) => one.same_question)
      .flatMap(({ key }) => {
        const url = urlOf(bundleId, key);
        const post = METACULUS.exec(url ?? '')?.[1];
        if (post === undefined) return [];
        return [
          {
            post_id: Number(post),
            url,
            replay_bundle_id: bundleId,
            forecast: {
              probability_yes: Math.min(0.999, Math.max(0.001, probabilityYes)),
              probability_yes_per_category: null,
              continuous_cdf: null,
            },
          },
        ];
      }),
  );

/** A market with one window per forecast, without third-party texts. @param base public address of the deployment */
export const prophetArenaEvents = (
  forecasts: readonly LoggedForecast[],
  base: string,
): readonly Record<string, unknown>[] => {
  const markets = groupBy(forecasts, ({ input: { question } }) => marketId(question));
  return [...markets.values()].flatMap((windows) => {
    const last = windows.at(-1);
    if (last === undefined) return [];
    const { question } = last.input;
    const resolution = resolutionOf(last.settlement);
    return [
      {
        slug: slugOf(`${question.exchange}-${question.ticker}`),
        title: question.text,
        category: question.event_type ?? '',
        criteria: question.rules,
        mutually_exclusive: true,
        close_at: question.closes_at ?? question.resolves_at,
        outcomes: [
          { name: 'Yes', resolution },
          { name: 'No', resolution: opposite(resolution) },
        ],
        windows: windows.map(({ bundleId, input }, round) => ({
          round,
          closes_at: input.now.frozen_at,
          taken_at: input.now.frozen_at,
          crowd: crowdOf(input.market.yes_price),
          context: [
            {
              title: `Replay bundle ${bundleId}`,
              url: `${base}/api/replay-bundle/${bundleId}`,
              summary: `${input.items.length} reports, ${input.crowd.length} questions of forecasting sites`,
            },
          ],
        })),
      },
    ];
  });
};

const slugOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const crowdOf = (price: number | null): Record<string, number> =>
  price === null ? {} : { Yes: price, No: Math.round((1 - price) * 10_000) / 10_000 };

type ArenaResolution = 'yes' | 'no' | 'void' | 'pending';

const resolutionOf = (settlement: LoggedForecast['settlement']): ArenaResolution => {
  if (settlement === null) return 'pending';
  const { yesPrice, status } = settlement;
  if (status !== 'settled' || yesPrice === null) return 'void';
  if (yesPrice >= 1 - DECISIVE_WITHIN) return 'yes';
  return yesPrice <= DECISIVE_WITHIN ? 'no' : 'void';
};

const opposite = (resolution: ArenaResolution): ArenaResolution =>
  resolution === 'yes' ? 'no' : resolution === 'no' ? 'yes' : resolution;
