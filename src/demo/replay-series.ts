/** Sample JSON at an instant: rows whose time has passed, shifted. */
import { shiftDates, type SampleTime } from './sample-world';

type Json = Record<string, unknown>;

/** Rows whose `field` (ms, or seconds when `unit` is 1000) is past, newest first, with that field shifted. */
export const rowsUntil = (
  rows: readonly Json[],
  field: string,
  unit: 1 | 1000,
  now: number,
  time: SampleTime,
): Json[] => {
  const limit = time.toSample(now) / unit;
  return rows
    .filter((row) => Number(row[field]) <= limit)
    .map((row) => ({ ...row, [field]: Number(row[field]) + time.shiftMs / unit }));
};

/** X API posts until `now`, newest first. */
export const postsUntil = (
  document: Json,
  sinceId: string | null,
  limit: number,
  now: number,
  time: SampleTime,
): Json => {
  const posts = (document['data'] as Json[]).filter(
    (post) =>
      Date.parse(String(post['created_at'])) <= time.toSample(now) &&
      (sinceId === null || BigInt(String(post['id'])) > BigInt(sinceId)),
  );
  const page = posts.slice(0, limit);
  const meta = { result_count: page.length, newest_id: page[0]?.['id'], oldest_id: page.at(-1)?.['id'] };
  const data = JSON.parse(shiftDates(JSON.stringify(page), time.shiftMs)) as Json[];
  return page.length === 0 ? { meta: { result_count: 0 } } : { ...document, data, meta };
};

interface Chart {
  readonly chart: {
    readonly result: readonly {
      readonly meta: Json;
      readonly timestamp: readonly number[];
      readonly indicators: { readonly quote: readonly Record<string, readonly number[]>[] };
    }[];
  };
}

/** The last `bars` of a Yahoo chart until `now`. */
export const chartUntil = (document: unknown, bars: number, now: number, time: SampleTime): Json => {
  const [series] = (document as Chart).chart.result;
  if (series === undefined) throw new Error('A sample chart has no series');
  const known = series.timestamp.filter((at) => at * 1000 <= time.toSample(now)).length;
  const from = Math.max(0, known - bars);
  const cut = <T>(list: readonly T[]): T[] => list.slice(from, known);
  const quote = Object.fromEntries(
    Object.entries(series.indicators.quote[0] ?? {}).map(([name, values]) => [name, cut(values)]),
  );
  const timestamp = cut(series.timestamp).map((at) => at + time.shiftMs / 1000);
  const meta = { ...series.meta, regularMarketTime: timestamp.at(-1), regularMarketPrice: quote['close']?.at(-1) };
  return { chart: { result: [{ meta, timestamp, indicators: { quote: [quote] } }], error: null } };
};

export const quakesUntil = (document: Json, now: number, time: SampleTime): Json => {
  const features = (document['features'] as { properties: Json }[])
    .filter(({ properties }) => Number(properties['time']) <= time.toSample(now))
    .slice(0, 40)
    .map((feature) => ({
      ...feature,
      properties: {
        ...feature.properties,
        time: Number(feature.properties['time']) + time.shiftMs,
        updated: Number(feature.properties['updated']) + time.shiftMs,
      },
    }));
  return { ...document, features };
};

/** Manifold markets with the probability after the last bet before `now`. */
export const manifoldAt = (markets: readonly Json[], bets: readonly Json[], now: number, time: SampleTime): Json[] => {
  const past = rowsUntil(bets, 'createdTime', 1, now, time);
  return markets.map((market) => {
    const last = past.filter((bet) => bet['contractId'] === market['id']).at(-1);
    return {
      ...market,
      createdTime: Number(market['createdTime']) + time.shiftMs,
      closeTime: Number(market['closeTime']) + time.shiftMs,
      lastUpdatedTime: Number(last?.['createdTime'] ?? Number(market['createdTime']) + time.shiftMs),
      probability: last?.['probAfter'] ?? market['probability'],
    };
  });
};

interface Forecast extends Json {
  readonly start_time: number;
}

/** Metaculus posts with their history until `now`, and its latest entry. */
export const metaculusAt = (document: Json, now: number, time: SampleTime): Json => {
  const moved = JSON.parse(shiftDates(JSON.stringify(document), time.shiftMs)) as {
    results: { question: { aggregations: { recency_weighted: { history: Forecast[]; latest: unknown } } } }[];
  };
  for (const { question } of moved.results) {
    const consensus = question.aggregations.recency_weighted;
    consensus.history = consensus.history
      .map((forecast) => ({ ...forecast, start_time: forecast.start_time + time.shiftMs / 1000 }))
      .filter((forecast) => forecast.start_time * 1000 <= now);
    consensus.latest = consensus.history.at(-1) ?? null;
  }
  return moved;
};
