/**
 * Replays a recorded night through the running service: feeds, markets, questions and quotes of one night from a local
 * server in place of all upstreams, with the clock set to that time, and a model behind the provider's wire format. It
 * uses nothing of the demo and sends nothing outside.
 *
 *   npm run bench live night -- --captures <payloads> [--night 2026-02-18T03:20:00Z] [--days 5] [--show 20]
 *
 * Reports listed and tracked markets, the distribution of scores, evidence per market, questions and cost, three ticks
 * with an unavailable model while markets are due, and the longest wait after some days without new items. Figures are
 * kept in bench/results/live.json. `--show` prints pieces of evidence with their question, for manual review.
 */
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module';
import { ManualClock } from '../../test/support/manual-clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/common/durations';
import { formatMillis } from '../../src/platform/common/utc-time';
import { SourceCatalogue } from '../../src/ingestion/source-catalogue.service';
import { makeMarketTagger, loadTrackedSeed } from '../../src/markets/market-seed.provider';
import { parsePolymarketMarkets } from '../../src/markets/polymarket/parse-markets';
import { trackedMarket } from '../../src/markets/tracked-market';
import { loadResolver } from '../../src/ontology/resolver.provider';
import { SeedService } from '../../src/ontology/seed.service';
import { TickService, type TickReport } from '../../src/pipeline/tick.service';
import { testEnvironment } from '../../test/support/app-harness';
import { startModelServer, userText, type ModelServer } from '../../test/support/model-server';
import type { Bench, Part } from '../support/bench';
import { readNight, serveNight, type RecordedNight } from '../support/recorded-night';

const NIGHT = '2026-02-18T03:20:00Z';
const TICK_MS = 10 * MINUTE_MS;
/** Approximate bytes per token of such texts. */
const BYTES_PER_TOKEN = 3;
/** Ticks with an unavailable model, after enough days that every market is due. */
const OUTAGE = { days: 2, ticks: 3 };

const share = (part: number, whole: number): string =>
  `${part} of ${whole}${whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`}`;

const figures: Record<string, unknown> = {};

const spreadOf = (values: readonly number[]): { median: number; p90: number; most: number } => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return { median: at(0.5), p90: at(0.9), most: at(1) };
};

const spread = (values: readonly number[]): string => {
  const { median, p90, most } = spreadOf(values);
  return `median ${median}, nine tenths at most ${p90}, most ${most}`;
};

const countsOf = (names: readonly string[]): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
};

const counted = (names: readonly string[]): string =>
  Object.entries(countsOf(names))
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');

export const night: Part = async (bench) => {
  const captures = bench.option('captures');
  const show = bench.number('show', 0);
  if (captures === undefined) throw new Error('Which night? --captures <folder of payloads>');
  const at = Date.parse(bench.option('night') ?? NIGHT);
  const feeds = SourceCatalogue.fromFolder().sources.filter(({ kind }) => kind === 'feed');
  const night = readNight(captures, at, feeds);
  tellListing(bench, night, feeds.length, at, show);

  const model = await startModelServer();
  bench.atEnd(() => {
    model.close();
  });
  const world = await serveNight(night);
  bench.atEnd(() => world.close());
  const { connection, graph } = await bench.database();
  const clock = new ManualClock(at * 1000);
  const app = await NestFactory.createApplicationContext(
    AppModule.with({
      environment: testEnvironment({
        upstreamReplayUrl: world.url,
        anthropicApiKey: 'replay',
        anthropicBaseUrl: model.url,
        registryOrigin: 'live.example.org/registry',
        tickBudgetSeconds: 600,
      }),
      clock,
      connection,
    }),
    { logger: ['error'], abortOnError: false },
  );
  bench.atEnd(() => app.close());
  await app.get(SeedService, { strict: false }).load();
  const tick = async (): Promise<TickReport> => {
    const report = await app.get(TickService, { strict: false }).run();
    clock.advance(TICK_MS * 1000);
    return report;
  };
  const rows = <T>(cypher: string): Promise<T[]> => graph.statement(cypher, 'READ') as Promise<T[]>;

  model.answer = (_call, prompt) => (isOfJudge(prompt) ? verdictsTo(prompt) : answerTo(prompt));
  const first = await tick();
  tellTick(bench, 'first tick', first);
  await tellEvidence(bench, rows, show);
  const scene = { clock, tick, rows, model };
  const days = bench.number('days', 5);
  await passDays(Math.min(days, OUTAGE.days), scene);
  await tellOutage(bench, scene);
  await passDays(Math.max(0, days - OUTAGE.days), scene);
  await tellDays(bench, days, scene);
  bench.keep('live', { night: formatMillis(at), days, ...figures });
};

/** A model without an opinion: the price of each market in the document, if any. */
const answerTo = (body: string): unknown => {
  const document = userText(body);
  const [, ...blocks] = document.split(/^# Question \d+ of \d+$/m);
  return {
    reasoning: 'Nothing in the document speaks for another number than the price.',
    ...(blocks.length === 0
      ? callAbout(document)
      : { forecasts: blocks.map((text, n) => ({ question: n + 1, ...callAbout(text) })) }),
  };
};

const isOfJudge = (body: string): boolean => body.includes('You judge whether one report bears on');

/** Questions in a prompt of the judge. */
const questionsIn = (body: string): number => userText(body).match(/^\d+\. /gm)?.length ?? 0;

/** A judge without an opinion: accepts every second question. */
const verdictsTo = (body: string): unknown => ({
  verdicts: Array.from({ length: questionsIn(body) }, (_, at) => ({
    question: at + 1,
    grade: at % 2,
    reason: 'bears on it by what it tells of',
  })),
});

const callAbout = (text: string): Record<string, unknown> => ({
  probability_yes: Number(/^ {2}YES (\d(?:\.\d+)?);/m.exec(text)?.[1] ?? 0.2),
  confidence: 0.5,
  direction: 'SKIP',
});

const tellListing = (bench: Bench, night: RecordedNight, feeds: number, at: number, show: number): void => {
  const tag = makeMarketTagger(loadResolver());
  const { curated } = loadTrackedSeed();
  const listed = parsePolymarketMarkets(night.markets).markets;
  const tracked = listed.flatMap((market) => trackedMarket(market, tag, curated) ?? []);
  const left = listed.filter((market) => trackedMarket(market, tag, curated) === null);
  bench.say(`The night of ${formatMillis(at)}`);
  bench.say(
    `  feeds with a capture: ${share(night.feeds.size, feeds)}, ${night.feedsElsewhere} of them at the address of another publisher`,
  );
  bench.say(
    `  instruments with quotes ${night.quotes.size}, questions of a forecasting site ${night.questions.length}`,
  );
  bench.say(
    `  markets open ${listed.length}, with a price known ${night.priced}, events ${new Set(listed.map(({ event }) => event?.id)).size}`,
  );
  bench.say(
    `  tracked: ${share(tracked.length, listed.length)}; left: ${counted(left.map((market) => (market.placeholder ? 'seat kept free' : (tag(market).refused?.split(':')[0] ?? 'nothing of a conflict'))))}`,
  );
  bench.say(`  theaters: ${counted(tracked.map(({ theater, region }) => theater ?? region ?? 'none'))}`);
  bench.say(`  kinds: ${counted(tracked.map(({ eventType }) => eventType ?? 'none'))}`);
  figures['listing'] = {
    feeds: night.feeds.size,
    markets_open: listed.length,
    markets_priced: night.priced,
    events: new Set(listed.map(({ event }) => event?.id)).size,
    tracked: tracked.length,
    theaters: countsOf(tracked.map(({ theater, region }) => theater ?? region ?? 'none')),
    kinds: countsOf(tracked.map(({ eventType }) => eventType ?? 'none')),
  };
  if (show === 0) return;
  for (const market of left) bench.say(`  left: ${market.question}`);
};

const tellTick = (bench: Bench, name: string, { duration_ms, stages }: TickReport): void => {
  const figuresOf = (stage: string): object => stages.find((one) => one.stage === stage)?.figures ?? {};
  bench.say(`${name}: ${(duration_ms / 1000).toFixed(1)} s`);
  for (const stage of ['markets', 'ingestion', 'forecasting'])
    bench.say(`  ${stage}: ${JSON.stringify(figuresOf(stage)).slice(0, 400)}`);
  for (const stage of stages.filter(({ state }) => state !== 'done'))
    bench.say(`  ${stage.stage} ${stage.state}: ${JSON.stringify(stage.figures).slice(0, 200)}`);
};

type Rows = <T>(cypher: string) => Promise<T[]>;

const tellEvidence = async (bench: Bench, rows: Rows, show: number): Promise<void> => {
  const items = await rows<{ type: string; dated: boolean; n: number }>(
    'MATCH (i:Item) RETURN i.source_type AS type, i.published_at IS NOT NULL AS dated, count(*) AS n ORDER BY type',
  );
  bench.say(`items: ${items.map(({ type, dated, n }) => `${type} ${n}${dated ? '' : ' without a time'}`).join(', ')}`);
  const markets = await rows<{ score: number; evidence: number; about: number; question: string }>(
    `MATCH (m:Market) WHERE m.status = 'open'
     RETURN coalesce(m.confluence_score, 0.0) AS score, m.question AS question,
       COUNT { (m)<-[:EVIDENCE]-() } AS evidence, COUNT { (m)<-[e:EVIDENCE]-() WHERE e.about } AS about`,
  );
  const withSome = markets.filter(({ evidence }) => evidence > 0);
  bench.say(
    `markets stored ${markets.length}; with evidence ${share(withSome.length, markets.length)}: ${spread(withSome.map(({ evidence }) => evidence))} items`,
  );
  bench.say(`  score: ${counted(markets.map(({ score }) => score.toFixed(1)))}`);
  figures['evidence'] = {
    items: Object.fromEntries(items.map(({ type, dated, n }) => [dated ? type : `${type} without a time`, n])),
    markets: markets.length,
    with_evidence: withSome.length,
    items_of_a_market: spreadOf(withSome.map(({ evidence }) => evidence)),
    scores: countsOf(markets.map(({ score }) => score.toFixed(1))),
  };
  for (const { evidence, question } of markets.toSorted((a, b) => b.evidence - a.evidence).slice(0, 5))
    bench.say(`  ${evidence} items: ${question}`);
  if (show === 0) return;
  const pairs = await rows<{ question: string; title: string; relevance: number; paths: string[] }>(
    `MATCH (i:Item)-[e:EVIDENCE]->(m:Market) RETURN m.question AS question, i.title AS title, e.relevance AS relevance, e.paths AS paths`,
  );
  const ordered = pairs.toSorted((a, b) => (a.question + a.title < b.question + b.title ? -1 : 1));
  const step = Math.max(1, ordered.length / show);
  for (let n = 0; n < Math.min(show, ordered.length); n += 1) {
    const pair = ordered[Math.floor(n * step)];
    if (pair !== undefined)
      bench.say(`  evidence: ${pair.question} <- ${pair.title} (${pair.relevance}; ${pair.paths.join('; ')})`);
  }
};

const CALLS = 'MATCH (b:ModelBudget) RETURN sum(b.calls) AS calls';

interface Live {
  readonly clock: ManualClock;
  readonly tick: () => Promise<TickReport>;
  readonly rows: Rows;
  readonly model: ModelServer;
}

/** No new items: hourly ticks suffice to measure waits. */
const passDays = async (days: number, { clock, tick }: Live): Promise<void> => {
  const until = clock.nowMicros() / 1000 + days * DAY_MS;
  while (clock.nowMicros() / 1000 < until) {
    await tick();
    clock.advance((HOUR_MS - TICK_MS) * 1000);
  }
};

const tellOutage = async (bench: Bench, { model, tick, rows }: Live): Promise<void> => {
  const charged = async (): Promise<number> => (await rows<{ calls: number }>(CALLS))[0]?.calls ?? 0;
  const skips = async (): Promise<number> =>
    (await rows<{ n: number }>('MATCH (s:Skip) RETURN count(s) AS n'))[0]?.n ?? 0;
  const [before, reached, silent] = [await charged(), model.prompts.length, await skips()];
  model.failWith = 503;
  for (let n = 0; n < OUTAGE.ticks; n += 1) await tick();
  model.failWith = null;
  const outage = {
    ticks: OUTAGE.ticks,
    requests_refused: model.prompts.length - reached,
    calls_charged: (await charged()) - before,
    markets_silenced: (await skips()) - silent,
  };
  figures['outage'] = outage;
  bench.say(
    `three ticks without the model: ${outage.requests_refused} requests refused, ${outage.calls_charged} calls charged, ${outage.markets_silenced} markets silenced`,
  );
};

const tellDays = async (bench: Bench, days: number, { clock, rows, model }: Live): Promise<void> => {
  const now = clock.nowMicros() / 1000;
  const asked = await rows<{ trigger: string; n: number; tokens: number }>(
    'MATCH (p:Prediction) RETURN p.trigger AS trigger, count(*) AS n, sum(p.tokens_in) AS tokens',
  );
  const forecasts = asked.reduce((sum, { n }) => sum + n, 0);
  const calls = (await rows<{ calls: number }>(CALLS))[0]?.calls ?? 0;
  bench.say(
    `after ${days} days: ${calls} calls, ${forecasts} forecasts (${asked.map(({ trigger, n }) => `${trigger} ${n}`).join(', ')})`,
  );
  const tokensOf = (prompts: readonly string[]): number[] =>
    prompts.map((prompt) => Math.round(Buffer.byteLength(prompt) / BYTES_PER_TOKEN));
  const judged = model.prompts.filter(isOfJudge);
  const tokens = tokensOf(model.prompts.filter((prompt) => !isOfJudge(prompt)));
  tellJudged(bench, judged, tokensOf(judged));
  bench.say(`  tokens of a prompt: ${spread(tokens)}; of all ${tokens.reduce((sum, n) => sum + n, 0)}`);
  const waits = await rows<{ hours: number; question: string; note: string | null }>(
    `MATCH (m:Market) WHERE m.status = 'open' AND coalesce(m.deadline, m.resolves_at) > '${formatMillis(now)}'
     OPTIONAL MATCH (p:Prediction)-[:PREDICTS]->(m)
     WITH m, max(p.made_at_ms) AS last
     RETURN (${now} - coalesce(last, m.tracked_since)) / ${HOUR_MS}.0 AS hours, m.question AS question, m.forecast_note AS note
     ORDER BY hours DESC`,
  );
  bench.say(`  wait of an open market, hours: ${spread(waits.map(({ hours }) => Math.round(hours)))}`);
  for (const { hours, question, note } of waits.slice(0, 3))
    bench.say(`    ${Math.round(hours)}: ${question} (${note})`);
  const late = await rows<{ n: number }>(
    'MATCH (p:Prediction)-[:PREDICTS]->(m:Market) WHERE m.deadline IS NOT NULL AND p.made_at >= m.deadline RETURN count(*) AS n',
  );
  bench.say(`  forecasts after the question’s own deadline: ${late[0]?.n ?? 0}`);
  figures['asked'] = {
    calls,
    forecasts,
    by_trigger: Object.fromEntries(asked.map(({ trigger, n }) => [trigger, n])),
    tokens_of_a_prompt: spreadOf(tokens),
    tokens_of_all: tokens.reduce((sum, n) => sum + n, 0),
    wait_hours: spreadOf(waits.map(({ hours }) => Math.round(hours))),
    forecasts_after_deadline: late[0]?.n ?? 0,
  };
};

const tellJudged = (bench: Bench, prompts: readonly string[], tokens: readonly number[]): void => {
  const of = {
    calls: prompts.length,
    questions: prompts.reduce((sum, prompt) => sum + questionsIn(prompt), 0),
    tokens_of_a_prompt: spreadOf(tokens),
    tokens_of_all: tokens.reduce((sum, n) => sum + n, 0),
  };
  figures['judged'] = of;
  bench.say(
    `the judge: ${of.calls} calls about ${of.questions} questions, tokens ${spread(tokens)}; of all ${of.tokens_of_all}`,
  );
};
