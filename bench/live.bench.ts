/**
 * A recorded night through the service as it runs: feeds, markets, questions and quotes of one night answered by a
 * local server in place of every upstream, the clock set to then, a model behind the provider's wire format. Nothing
 * of the demo is in it, and nothing leaves the machine.
 *
 *   npm run bench live -- --captures <payloads> [--night 2026-02-18T03:20:00Z] [--days 5] [--show 20]
 *
 * Told are: what was listed and what of it is tracked, how the score spreads, how much evidence a market has, what
 * is asked and what it costs, three ticks in which the model is away, and the longest wait after some days on which
 * nothing new happens. `--show` prints entries of evidence beside their question, to be read: how many bear on it?
 */
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module';
import { ManualClock } from '../src/common/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/common/durations';
import { formatMillis } from '../src/common/utc-time';
import { GraphService } from '../src/graph/graph.service';
import { SchemaService } from '../src/graph/schema.service';
import { SourceCatalogue } from '../src/ingestion/source-catalogue.service';
import { makeMarketTagger } from '../src/markets/market-tagger.provider';
import { parsePolymarketMarkets } from '../src/markets/polymarket/parse-markets';
import { trackedMarket } from '../src/markets/tracked-market';
import { loadTrackedSeed } from '../src/markets/tracked-seed.provider';
import { loadResolver } from '../src/ontology/resolver.provider';
import { SeedService } from '../src/ontology/seed.service';
import { TickService, type TickReport } from '../src/pipeline/tick.service';
import { testEnvironment } from '../test/support/app-harness';
import { startModelServer, type ModelServer } from '../test/support/model-server';
import { startNeo4j } from '../test/support/neo4j-process';
import { optionsOf } from './support/options';
import { readNight, serveNight, type RecordedNight } from './support/recorded-night';

const NIGHT = '2026-02-18T03:20:00Z';
const TICK_MS = 10 * MINUTE_MS;
/** A token of a model has about this many bytes of such texts. */
const BYTES_PER_TOKEN = 3;
/** Ticks in which the model is away. */
const OUTAGE = { from: 3, ticks: 3 };

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const share = (part: number, whole: number): string =>
  `${part} of ${whole}${whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`}`;

const spread = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return `median ${at(0.5)}, nine tenths at most ${at(0.9)}, most ${at(1)}`;
};

const counted = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
};

const bench = async (args: readonly string[]): Promise<void> => {
  const option = optionsOf(args);
  const captures = option('captures');
  if (captures === undefined) throw new Error('Which night? --captures <folder of payloads>');
  const at = Date.parse(option('night') ?? NIGHT);
  const feeds = SourceCatalogue.fromFolder().sources.filter(({ kind }) => kind === 'feed');
  const night = readNight(captures, at, feeds);
  tellListing(night, feeds.length, at, Number(option('show') ?? 0));

  const model = await startModelServer();
  const world = await serveNight(night);
  const { server, stop } = await startNeo4j();
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
      connection: server.connection,
    }),
    { logger: ['error'], abortOnError: false },
  );
  const graph = app.get(GraphService, { strict: false });
  await app.get(SchemaService, { strict: false }).apply();
  await app.get(SeedService, { strict: false }).load();
  const tick = async (): Promise<TickReport> => {
    const report = await app.get(TickService, { strict: false }).run();
    clock.advance(TICK_MS * 1000);
    return report;
  };
  const rows = <T>(cypher: string): Promise<T[]> => graph.statement(cypher, 'READ') as Promise<T[]>;

  model.answer = (_call, prompt) => answerTo(prompt);
  const first = await tick();
  tellTick('first tick', first);
  await tellEvidence(rows, Number(option('show') ?? 0));
  await tellOutage(model, tick, rows);
  await tellDays(Number(option('days') ?? 5), { clock, tick, rows, model });

  await app.close();
  await stop();
  await world.close();
  model.close();
};

/** A model of no opinion: the price where the document has one. */
const answerTo = (prompt: string): unknown => {
  const price = Number(/\\n {2}YES (\d(?:\.\d+)?);/.exec(prompt)?.[1] ?? 0.2);
  return {
    probability_yes: price,
    confidence: 0.5,
    direction: 'SKIP',
    reasoning: 'Nothing in the document speaks for another number than the price.',
  };
};

const tellListing = (night: RecordedNight, feeds: number, at: number, show: number): void => {
  const tag = makeMarketTagger(loadResolver());
  const { curated } = loadTrackedSeed();
  const listed = parsePolymarketMarkets(night.markets).markets;
  const tracked = listed.flatMap((market) => trackedMarket(market, tag, curated) ?? []);
  const left = listed.filter((market) => trackedMarket(market, tag, curated) === null);
  say(`The night of ${formatMillis(at)}`);
  say(`  feeds with a capture: ${share(night.feeds.size, feeds)}, ${night.feedsElsewhere} of them at the address of another publisher`); // prettier-ignore
  say(
    `  instruments with quotes ${night.quotes.size}, questions of a forecasting site ${night.questions.length}`,
  );
  say(`  markets open ${listed.length}, with a price known ${night.priced}, events ${new Set(listed.map(({ event }) => event?.id)).size}`); // prettier-ignore
  say(`  tracked: ${share(tracked.length, listed.length)}; left: ${counted(left.map((market) => market.placeholder ? 'seat kept free' : (tag(market).refused?.split(':')[0] ?? 'nothing of a conflict')))}`); // prettier-ignore
  say(`  theaters: ${counted(tracked.map(({ theater, region }) => theater ?? region ?? 'none'))}`);
  say(`  kinds: ${counted(tracked.map(({ eventType }) => eventType ?? 'none'))}`);
  if (show === 0) return;
  for (const market of left) say(`  left: ${market.question}`);
};

const tellTick = (name: string, { duration_ms, stages }: TickReport): void => {
  const figures = (stage: string): Readonly<Record<string, unknown>> =>
    stages.find((one) => one.stage === stage)?.figures ?? {};
  say(`${name}: ${(duration_ms / 1000).toFixed(1)} s`);
  for (const stage of ['markets', 'ingestion', 'forecasting'])
    say(`  ${stage}: ${JSON.stringify(figures(stage)).slice(0, 400)}`);
  for (const stage of stages.filter(({ state }) => state !== 'done'))
    say(`  ${stage.stage} ${stage.state}: ${JSON.stringify(stage.figures).slice(0, 200)}`);
};

type Rows = <T>(cypher: string) => Promise<T[]>;

const tellEvidence = async (rows: Rows, show: number): Promise<void> => {
  const items = await rows<{ type: string; dated: boolean; n: number }>(
    'MATCH (i:Item) RETURN i.source_type AS type, i.published_at IS NOT NULL AS dated, count(*) AS n ORDER BY type',
  );
  say(`items: ${items.map(({ type, dated, n }) => `${type} ${n}${dated ? '' : ' without a time'}`).join(', ')}`); // prettier-ignore
  const markets = await rows<{ score: number; evidence: number; about: number; question: string }>(
    `MATCH (m:Market) WHERE m.status = 'open'
     RETURN coalesce(m.confluence_score, 0.0) AS score, m.question AS question,
       COUNT { (m)<-[:EVIDENCE]-() } AS evidence, COUNT { (m)<-[e:EVIDENCE]-() WHERE e.about } AS about`,
  );
  const withSome = markets.filter(({ evidence }) => evidence > 0);
  say(`markets stored ${markets.length}; with evidence ${share(withSome.length, markets.length)}: ${spread(withSome.map(({ evidence }) => evidence))} items`); // prettier-ignore
  say(`  score: ${counted(markets.map(({ score }) => score.toFixed(1)))}`);
  for (const { evidence, question } of markets
    .toSorted((a, b) => b.evidence - a.evidence)
    .slice(0, 5))
    say(`  ${evidence} items: ${question}`);
  if (show === 0) return;
  const pairs = await rows<{ question: string; title: string; relevance: number; paths: string[] }>(
    `MATCH (i:Item)-[e:EVIDENCE]->(m:Market) RETURN m.question AS question, i.title AS title, e.relevance AS relevance, e.paths AS paths`,
  );
  const ordered = pairs.toSorted((a, b) => (a.question + a.title < b.question + b.title ? -1 : 1));
  const step = Math.max(1, ordered.length / show);
  for (let n = 0; n < Math.min(show, ordered.length); n += 1) {
    const pair = ordered[Math.floor(n * step)];
    if (pair !== undefined) say(`  evidence: ${pair.question} <- ${pair.title} (${pair.relevance}; ${pair.paths.join('; ')})`); // prettier-ignore
  }
};

const CALLS = 'MATCH (b:ModelBudget) RETURN sum(b.calls) AS calls';

const tellOutage = async (
  model: ModelServer,
  tick: () => Promise<TickReport>,
  rows: Rows,
): Promise<void> => {
  for (let n = 2; n < OUTAGE.from; n += 1) await tick();
  const charged = async (): Promise<number> => (await rows<{ calls: number }>(CALLS))[0]?.calls ?? 0; // prettier-ignore
  const [before, reached] = [await charged(), model.prompts.length];
  model.failWith = 503;
  for (let n = 0; n < OUTAGE.ticks; n += 1) await tick();
  model.failWith = null;
  const skips = await rows<{ n: number }>('MATCH (s:Skip) RETURN count(s) AS n');
  say(`three ticks without the model: ${model.prompts.length - reached} requests refused, ${(await charged()) - before} calls charged, ${skips[0]?.n ?? 0} markets silenced`); // prettier-ignore
};

const tellDays = async (
  days: number,
  world: {
    clock: ManualClock;
    tick: () => Promise<TickReport>;
    rows: Rows;
    model: ModelServer;
  },
): Promise<void> => {
  const { clock, tick, rows, model } = world;
  const until = clock.nowMicros() / 1000 + days * DAY_MS;
  // Nothing new happens: an hour between two ticks is enough to see who waits.
  while (clock.nowMicros() / 1000 < until) {
    await tick();
    clock.advance((HOUR_MS - TICK_MS) * 1000);
  }
  const now = clock.nowMicros() / 1000;
  const asked = await rows<{ trigger: string; n: number; tokens: number }>(
    'MATCH (p:Prediction) RETURN p.trigger AS trigger, count(*) AS n, sum(p.tokens_in) AS tokens',
  );
  const calls = asked.reduce((sum, { n }) => sum + n, 0);
  say(`after ${days} days: ${calls} forecasts (${asked.map(({ trigger, n }) => `${trigger} ${n}`).join(', ')})`); // prettier-ignore
  const bytes = model.prompts.map((prompt) => Buffer.byteLength(prompt));
  const tokens = bytes.map((size) => Math.round(size / BYTES_PER_TOKEN));
  say(`  tokens of a prompt: ${spread(tokens)}; of all ${tokens.reduce((sum, n) => sum + n, 0)}`);
  const waits = await rows<{ hours: number }>(
    `MATCH (m:Market) WHERE m.status = 'open' AND coalesce(m.deadline, m.resolves_at) > '${formatMillis(now)}'
     OPTIONAL MATCH (p:Prediction)-[:PREDICTS]->(m)
     WITH m, max(p.made_at_ms) AS last
     RETURN (${now} - coalesce(last, m.tracked_since)) / ${HOUR_MS}.0 AS hours`,
  );
  say(`  wait of an open market, hours: ${spread(waits.map(({ hours }) => Math.round(hours)))}`);
  const late = await rows<{ n: number }>(
    'MATCH (p:Prediction)-[:PREDICTS]->(m:Market) WHERE m.deadline IS NOT NULL AND p.made_at >= m.deadline RETURN count(*) AS n',
  );
  say(`  forecasts after the question’s own deadline: ${late[0]?.n ?? 0}`);
};

export const run = bench;
