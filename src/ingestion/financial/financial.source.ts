import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { listOf, numberOf, readJson } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import type { CollectContext, CollectResult, JsonValue, Source, SourceAdapter } from '../source';
import { numberSetting, requiredSetting, textSetting } from '../source-settings';
import { latestMove, moveItem, tradingTimes, type Instrument } from './move';
import { lastTradeTime, parseQuoteDocument, previousClose } from './parse-quotes';
import type { PricePoint } from './price-point';

/** Yahoo asks for patience with addresses of data centres. */
const HOST_INTERVAL_MS = 250;
/** Trading times that are remembered, so that a fallback which knows only today can be judged too. */
const HISTORY_MAX = 120;

/**
 * One instrument: daily bars of a year from Yahoo's chart, from its second host when the first does not answer. When
 * neither does, today's quote of another publisher: of CNBC, else of Finnhub where a token is set. Settings: `entity`,
 * `symbol`, `decimals`, `cnbc_symbol`, `finnhub_symbol`. An item is a move, never a price.
 */
@Injectable()
export class FinancialSource implements SourceAdapter {
  readonly kind = 'quotes';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  disabledReason(): null {
    return null;
  }

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const instrument: Instrument = {
      id: requiredSetting(source, 'entity'),
      name: source.name,
      symbol: requiredSetting(source, 'symbol'),
      decimals: numberSetting(source, 'decimals', 2),
    };
    const remembered = readHistory(context.state.cursor, instrument.symbol);
    const { points, tradedAt, warnings } = await this.prices(source, instrument, remembered, context);
    const move = latestMove(points);
    return {
      items: move === null ? [] : [moveItem(instrument, move, tradedAt)],
      state: { etag: null, lastModified: null, cursor: historyOf(points) },
      notModified: false,
      warnings,
    };
  }

  private async prices(
    source: Source,
    instrument: Instrument,
    remembered: readonly PricePoint[],
    context: CollectContext,
  ): Promise<{
    points: readonly PricePoint[];
    tradedAt: number | null;
    warnings: readonly string[];
  }> {
    try {
      const { document, warnings } = await this.chartOfAnyHost(instrument.symbol, context);
      const points = parseQuoteDocument(document, instrument.symbol);
      return { points, tradedAt: lastTradeTime(document), warnings };
    } catch (error) {
      for (const { publisher, ask } of this.otherPublishers(source, context)) {
        const quoted = await quoteOf(ask, instrument.symbol);
        if (quoted === null) continue;
        const warning = `Yahoo did not answer (${reasonOf(error)}); today's quote is ${publisher}'s`;
        const points = [...upTo(quoted, remembered), quoted.quote];
        return { points, tradedAt: quoted.quote.at, warnings: [warning] };
      }
      throw error;
    }
  }

  /** Who else quotes an instrument, in the order in which they are asked. */
  private otherPublishers(
    source: Source,
    context: CollectContext,
  ): readonly { readonly publisher: string; readonly ask: () => Promise<Buffer> }[] {
    const { cnbcQuoteUrl, finnhubUrl, finnhubToken } = this.environment;
    const cnbc = textSetting(source, 'cnbc_symbol');
    const finnhub = textSetting(source, 'finnhub_symbol');
    return [
      ...(cnbc === null
        ? []
        : [
            {
              publisher: 'CNBC',
              ask: () =>
                this.get(
                  `${cnbcQuoteUrl}?symbols=${encodeURIComponent(cnbc)}&requestMethod=itv&noform=1&partnerId=2&fund=1&exthrs=1&output=json`,
                  context,
                ),
            },
          ]),
      ...(finnhub === null || finnhubToken === null
        ? []
        : [
            {
              publisher: 'Finnhub',
              ask: () =>
                this.get(`${finnhubUrl}/quote?symbol=${encodeURIComponent(finnhub)}`, context, {
                  'X-Finnhub-Token': finnhubToken,
                }),
            },
          ]),
    ];
  }

  /** Every instrument has a second host. */
  private async chartOfAnyHost(
    symbol: string,
    context: CollectContext,
  ): Promise<{ document: unknown; warnings: readonly string[] }> {
    const { yahooChartUrl, yahooFallbackUrl } = this.environment;
    try {
      return { document: readJson(await this.chart(yahooChartUrl, symbol, context)), warnings: [] };
    } catch (error) {
      try {
        const document = readJson(await this.chart(yahooFallbackUrl, symbol, context));
        const why = `The first host of Yahoo did not answer (${reasonOf(error)}); quotes are the second's`;
        return { document, warnings: [why] };
      } catch {
        throw error;
      }
    }
  }

  private async chart(base: string, symbol: string, { upstream, signal }: CollectContext): Promise<Buffer> {
    const { body } = await upstream.get({
      url: `${base}/${encodeURIComponent(symbol)}?range=1y&interval=1d`,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      hostIntervalMs: HOST_INTERVAL_MS,
      signal,
    });
    return body;
  }

  private async get(
    url: string,
    { upstream, signal }: CollectContext,
    secretHeaders: Readonly<Record<string, string>> = {},
  ): Promise<Buffer> {
    const { body } = await upstream.get({
      url,
      headers: { Accept: 'application/json' },
      secretHeaders,
      allowPrivate: true,
      hostIntervalMs: HOST_INTERVAL_MS,
      signal,
    });
    return body;
  }
}

/** Today's quote, with the close that its publisher compares it with. */
interface Quoted {
  readonly quote: PricePoint;
  readonly closedAt: number | null;
}

/** What a publisher quotes, or null where it does not answer or knows no price. */
const quoteOf = async (ask: () => Promise<Buffer>, symbol: string): Promise<Quoted | null> => {
  try {
    const document = readJson(await ask());
    const [quote] = parseQuoteDocument(document, symbol);
    return quote === undefined ? null : { quote, closedAt: previousClose(document) };
  } catch {
    // The next one is asked; how Yahoo failed is what is told.
    return null;
  }
};

/**
 * The remembered prices of earlier days on the scale of another publisher: the last of them is the close that it
 * compares with, for two publishers may quote different contracts of one good. Returns stay what they were.
 */
const upTo = ({ quote, closedAt }: Quoted, remembered: readonly PricePoint[]): readonly PricePoint[] => {
  // A bar of the same day is the same trading time, earlier told.
  const earlier = remembered.filter(({ at }) => dayOf(at) < dayOf(quote.at));
  const last = earlier.at(-1)?.price ?? null;
  if (last === null || last <= 0 || closedAt === null || closedAt <= 0) return earlier;
  return earlier.map((point) => ({
    ...point,
    price: point.price === null ? null : (point.price * closedAt) / last,
  }));
};

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

const reasonOf = (error: unknown): string => (error instanceof UpstreamError ? error.code : 'unreadable');

const historyOf = (points: readonly PricePoint[]): JsonValue =>
  tradingTimes(points)
    .slice(-HISTORY_MAX)
    .map(({ at, price }) => [at, price]);

const readHistory = (cursor: JsonValue | null, symbol: string): readonly PricePoint[] =>
  listOf(cursor).flatMap((pair) => {
    const [at, price] = listOf(pair).map(numberOf);
    if (typeof at !== 'number' || typeof price !== 'number') return [];
    return [{ symbol, currency: null, at, price, open: null, high: null, low: null, volume: null }];
  });
