import type { INestApplicationContext } from '@nestjs/common';
import { judgeLanguageModel } from '../../../evidence/judge/judge-model.provider';
import { cnbcQuote } from '../../../ingestion/financial/financial.source';
import { SourceAsker, type Answer } from '../../../ingestion/source-asker.service';
import { SourceCatalogue } from '../../../ingestion/source-catalogue.service';
import { textSetting, type Source, type SourceKind } from '../../../ingestion/source';
import { newRecord } from '../../../ingestion/source-state';
import type { Market } from '../../../markets/market';
import { PolymarketClient } from '../../../markets/polymarket/polymarket.client';
import { CLOCK, nowMillis, type Clock } from '../../../platform/common/clock';
import { errorMessage } from '../../../platform/common/error-message';
import { DataFolder } from '../../../platform/config/data-folder.service';
import { ENVIRONMENT, type Environment } from '../../../platform/config/environment';
import { GraphService } from '../../../platform/graph/graph.service';
import type { LanguageModel, Prompt } from '../../../platform/models/language-model';
import { ModelCaller } from '../../../platform/models/model-caller.service';
import { costUsd, pricesOf } from '../../../platform/models/prices';
import { StatusService } from '../../../pipeline/status.service';
import { upstreamLedger } from '../../../platform/upstream/ledger.provider';
import { publicAddress } from '../../../platform/upstream/public-address';
import { clockWrong } from '../../../platform/upstream/clock-skew';
import { UpstreamClient } from '../../../platform/upstream/upstream.client';
import { UpstreamError } from '../../../platform/upstream/upstream-request';
import { readAuthorities, readWitnesses } from '../../../registry/clocks/outside-clock';
import { WebArchiveClient } from '../../../registry/captures/web-archive.client';
import type { CheckResult, MonthEstimate } from './check-result';

interface CheckOptions {
  readonly paid: boolean;
  readonly signal: AbortSignal;
}

/** Kinds whose sources share an upstream, so that one is checked for all. */
const ONE_OF_KIND: Readonly<Partial<Record<SourceKind, string>>> = {
  telegram: 'Telegram',
  quotes: 'Quotes',
  metaculus: 'Metaculus',
  manifold: 'Manifold',
  usgs: 'USGS',
};
const FEEDS_AT_ONCE = 20;
const FREE_GB_MIN = 2;
const MONTH_DAYS = 30;

const SMALLEST: Prompt = {
  id: 'check',
  system: 'Answer with the JSON object that is asked for.',
  user: 'Say that you are there: {"here": true}',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['here'],
    properties: { here: { type: 'boolean' } },
  },
};

export const runChecks = async (app: INestApplicationContext, options: CheckOptions): Promise<CheckResult[]> => {
  const get = <T>(token: abstract new (...args: never[]) => T): T => app.get<T>(token, { strict: false });
  const environment = app.get<Environment>(ENVIRONMENT, { strict: false });
  const now = (): number => nowMillis(app.get<Clock>(CLOCK, { strict: false }));
  const upstream = get(UpstreamClient);
  const asker = get(SourceAsker);
  const { sources } = get(SourceCatalogue);
  const ask = (source: Source): Promise<Answer> => asker.ask(source, newRecord(source.id), options.signal);
  const gets = (url: string): Promise<unknown> =>
    upstream.get({ url, allowPrivate: true, retries: 0, signal: options.signal });
  const results = await Promise.all([
    look('Database', async () => {
      await get(GraphService).read('health/probe', {});
      return 'It answers';
    }),
    ...lookAtPolymarket(get(PolymarketClient), environment.whaleMinUsd, now(), options.signal),
    look('Kalshi', () => gets(`${environment.kalshiUrl}/events?status=open&with_nested_markets=true&limit=1`)),
    ...Object.entries(ONE_OF_KIND).map(([kind, name]) => {
      const source = sources.find((one) => one.kind === kind);
      return source === undefined ? off(name, 'No such source') : lookAtSource(name, () => ask(source));
    }),
    ...otherQuotes(environment, sources, upstream, options.signal),
    lookAtX(environment, sources, options, ask),
    ...clocksAndAddresses(environment, gets),
    lookAtArchive(environment, get(WebArchiveClient)),
    ...modelsInUse(environment, get(ModelCaller)).map((model) => lookAtModel(model, get(ModelCaller), options, now())),
  ]);
  const feeds = await lookAtFeeds(
    sources.filter(({ kind }) => kind === 'feed'),
    ask,
  );
  const aged = get(StatusService)
    .upstreamWarnings()
    .map((warning) => told('Ledger of upstreams', 'warning', warning));
  return [...results, clockOf(upstream), await diskOf(get(DataFolder), now()), ...aged, ...feeds];
};

export const monthOf = (environment: Environment, models: readonly LanguageModel[]): MonthEstimate => ({
  models_usd: models.some(({ offReason, hosted }) => offReason === null && hosted)
    ? environment.modelDailyUsd * MONTH_DAYS
    : 0,
  x_usd: environment.xBearerToken === null ? 0 : environment.xDailyUsd * MONTH_DAYS,
});

const told = (
  what: string,
  verdict: CheckResult['verdict'],
  means: string,
  latencyMs: number | null = null,
): CheckResult => ({
  what,
  verdict,
  latencyMs,
  means,
  costsUsd: 0,
});

const off = (what: string, why: string): Promise<CheckResult> => Promise.resolve(told(what, 'off', why));

const look = async (what: string, work: () => Promise<unknown>): Promise<CheckResult> => {
  const begun = performance.now();
  try {
    const said = await work();
    return told(what, 'ok', typeof said === 'string' ? said : 'It answers', performance.now() - begun);
  } catch (error) {
    return told(what, 'wrong', meaningOf(error), performance.now() - begun);
  }
};

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'the key is not taken',
  403: 'this address or agent is refused',
  404: 'the address is no longer answered',
  429: 'too many requests from this address, or a refused agent',
};

const meaningOf = (error: unknown): string => {
  const status = error instanceof UpstreamError ? error.details.status : undefined;
  const more = status === undefined ? undefined : MEANINGS[status];
  return `${errorMessage(error)}${more === undefined ? '' : `: ${more}`}`;
};

const lookAtSource = async (what: string, ask: () => Promise<Answer>): Promise<CheckResult> => {
  const begun = performance.now();
  const answer = await ask();
  if (answer.kind === 'disabled') return told(what, 'off', answer.reason);
  if (answer.kind === 'failed') return told(what, 'wrong', meaningOf(answer.error), performance.now() - begun);
  answer.release();
  const { items, warnings } = answer.result;
  const means = [`${items.length} items`, ...warnings].join('; ');
  return told(what, warnings.length === 0 ? 'ok' : 'warning', means, performance.now() - begun);
};

/** Events asked for, so that one has a market with a book. */
const EVENTS = 5;

const lookAtPolymarket = (
  client: PolymarketClient,
  usdMin: number,
  now: number,
  signal: AbortSignal,
): Promise<CheckResult>[] => {
  const market = client.topicId('geopolitics', signal).then(async (topic) => {
    if (topic === null) throw new Error('It has no topic geopolitics');
    const { markets } = await client.openMarkets(topic, null, EVENTS, signal);
    return markets.find(({ yes_token: token }) => token !== null) ?? null;
  });
  const ofMarket = async (what: string, work: (one: Market) => Promise<unknown>): Promise<CheckResult> => {
    const one = await market.catch(() => null);
    return one === null ? off(what, 'Not asked: Polymarket named no market') : look(what, () => work(one));
  };
  return [
    look('Polymarket', () => market),
    ofMarket('Polymarket books', ({ yes_token: token }) => client.books([token ?? ''], signal)),
    ofMarket('Polymarket trades', ({ ticker }) => client.trades([ticker], usdMin, now, signal)),
  ];
};

/** Publishers of quotes that are asked where the first does not answer. */
const otherQuotes = (
  { cnbcQuoteUrl, finnhubUrl, finnhubToken }: Environment,
  sources: readonly Source[],
  upstream: UpstreamClient,
  signal: AbortSignal,
): Promise<CheckResult>[] => {
  const symbolOf = (name: string): string =>
    sources.flatMap((source) => (source.kind === 'quotes' ? (textSetting(source, name) ?? []) : []))[0] ?? '';
  const gets = (url: string, secretHeaders: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    upstream.get({ url, secretHeaders, allowPrivate: true, retries: 0, signal });
  const finnhub = `${finnhubUrl}/quote?symbol=${encodeURIComponent(symbolOf('finnhub_symbol'))}`;
  return [
    look('CNBC', () => gets(cnbcQuote(cnbcQuoteUrl, symbolOf('cnbc_symbol')))),
    finnhubToken === null
      ? off('Finnhub', 'FINNHUB_TOKEN is not set')
      : look('Finnhub', () => gets(finnhub, { 'X-Finnhub-Token': finnhubToken })),
  ];
};

const lookAtX = async (
  { xBearerToken, xRssBridgeUrl }: Environment,
  sources: readonly Source[],
  { paid }: CheckOptions,
  ask: (source: Source) => Promise<Answer>,
): Promise<CheckResult> => {
  const source = sources.find(({ kind }) => kind === 'twitter');
  if (source === undefined || (xBearerToken === null && xRssBridgeUrl === null))
    return told('X', 'off', 'Neither X_BEARER_TOKEN nor X_RSS_BRIDGE_URL is set');
  if (xBearerToken !== null && !paid) return told('X', 'off', 'Not asked: each look is paid for; --paid asks');
  const result = await lookAtSource('X', () => ask(source));
  const ledger = upstreamLedger();
  const usd = (id: string): number => ledger.call('x', id).usd ?? 0;
  return xBearerToken === null ? result : { ...result, costsUsd: usd('user-by-name') + 5 * usd('user-posts') };
};

const clocksAndAddresses = (
  environment: Environment,
  gets: (url: string) => Promise<unknown>,
): Promise<CheckResult>[] => {
  const address = publicAddress(environment);
  /** Authorities, witnesses and receivers reject a plain GET, which still shows that they are reachable. */
  const reached = (url: string) => async (): Promise<string> => {
    try {
      await gets(url);
    } catch (error) {
      const status = error instanceof UpstreamError ? (error.details.status ?? 500) : 500;
      if (status >= 500) throw error;
    }
    return 'It is there';
  };
  const clocks = [...readAuthorities(environment.timestampAuthorities), ...readWitnesses(environment.witnesses)];
  const endpoints = (environment.webhookEndpoints === '' ? [] : JSON.parse(environment.webhookEndpoints)) as {
    url: string;
  }[];
  return [
    address === null
      ? off('Public address', 'PUBLIC_URL is not a public address: nothing is copied to an archive')
      : look('Public address', () => gets(`${address}/health/live`)),
    ...clocks.map(({ kind, name, url }) =>
      look(`${kind === 'witness' ? 'Witness' : 'Authority'} ${name}`, reached(url)),
    ),
    ...endpoints.map(({ url }) => look(`Webhook ${new URL(url).host}`, reached(url))),
  ];
};

const lookAtArchive = (environment: Environment, archive: WebArchiveClient): Promise<CheckResult> =>
  archive.offReason === null
    ? look('Web archive', async () => {
        await archive.find(`${environment.publicUrl ?? ''}/`, '2026');
        return 'It answers';
      })
    : off('Web archive', archive.offReason);

const modelsInUse = (environment: Environment, { models }: ModelCaller): LanguageModel[] => {
  const named = new Set<string>([environment.model, ...environment.modelShadows]);
  const judge = judgeLanguageModel(environment);
  return [...models.filter(({ provider }) => named.has(provider)), ...(judge === null ? [] : [judge])];
};

const lookAtModel = async (
  model: LanguageModel,
  caller: ModelCaller,
  { paid, signal }: CheckOptions,
  now: number,
): Promise<CheckResult> => {
  const what = `Model ${model.modelName}`;
  if (model.offReason !== null) return told(what, 'off', model.offReason);
  if (!paid) return told(what, 'off', 'Its key is set; not asked: --paid asks');
  const begun = performance.now();
  const called = await caller.ask(model, SMALLEST, 'recorded', now, signal);
  const took = performance.now() - begun;
  if (called.kind !== 'reply') return told(what, 'wrong', called.reason, took);
  return {
    ...told(what, 'ok', 'It answers in the form that is asked for', took),
    costsUsd: costUsd(called.reply, pricesOf(model, now)) ?? 0,
  };
};

const lookAtFeeds = async (
  feeds: readonly Source[],
  ask: (source: Source) => Promise<Answer>,
): Promise<CheckResult[]> => {
  const queue = [...feeds];
  const results: CheckResult[] = [];
  const work = async (): Promise<void> => {
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      const feed = source;
      const result = await lookAtSource(`Feed ${feed.id}`, () => ask(feed));
      const note = feed.note ? ` ${feed.note}` : '';
      const unproven = feed.unproven === true && result.verdict === 'wrong';
      results.push({ ...result, verdict: unproven ? 'warning' : result.verdict, means: `${result.means}${note}` });
    }
  };
  await Promise.all(Array.from({ length: FEEDS_AT_ONCE }, work));
  const failing = results.filter(({ verdict }) => verdict !== 'ok');
  const answered = results.length - failing.length;
  return [told('Feeds', answered === 0 ? 'wrong' : 'ok', `${answered} of ${results.length} answer`), ...failing];
};

const clockOf = (upstream: UpstreamClient): CheckResult => {
  const skew = upstream.skewMicros();
  if (skew === null) return told('Clock', 'off', 'Too few upstreams answered to compare it with theirs');
  const wrong = clockWrong(skew);
  return wrong === null
    ? told('Clock', 'ok', "Within 5 s of the upstreams' clocks")
    : told('Clock', 'wrong', `${wrong.message} Set it: nothing is stored until then`);
};

const diskOf = async (folder: DataFolder, now: number): Promise<CheckResult> => {
  const failing = await folder.look();
  if (failing !== null) return told('Disk', 'wrong', failing);
  const room = await folder.room(now);
  if (room === null) return told('Disk', 'off', 'Its room cannot be known');
  const freeGb = room.freeBytes / 1e9;
  return told('Disk', freeGb < FREE_GB_MIN ? 'warning' : 'ok', `${freeGb.toFixed(1)} GB free`);
};
