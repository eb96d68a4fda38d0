import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '../../platform/common/durations';
import { listOf, readJson } from '../../platform/common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { UpstreamError } from '../../platform/upstream/upstream-request';
import {
  collected,
  numberSetting,
  requiredSetting,
  textSetting,
  type CollectContext,
  type CollectResult,
  type JsonValue,
  type Source,
  type SourceAdapter,
} from '../source';
import { separateDoubted, tradingDays } from './doubted';
import { latestMove, MOVE_RULE, moveItem, type Instrument, type PricedPoint } from './move';
import { lastTradeTime, parseQuoteDocument, previousClose, QUOTES_BYTES_MAX } from './parse-quotes';
import type { PricePoint } from './price-point';

/** Yahoo rate-limits data-centre addresses. */
const HOST_INTERVAL_MS = 250;
/** Trading times kept, so that a fallback with only today's quote can be judged. */
const HISTORY_MAX = 120;
/** Days of history requested from another publisher when Yahoo has none. */
const BARS_DAYS = 200;
/** Relative distance within which another publisher's price confirms a doubted one. */
const CONFIRMS_WITHIN = 0.1;
const YAHOO = 'Yahoo';

/**
 * One instrument: daily bars of a year from Yahoo's chart, or from its second host. When both fail, today's quote of
 * CNBC (with daily bars for an instrument without history), else of Finnhub if a token is set. Settings: `entity`,
 * `symbol`, `decimals`, `cnbc_symbol`, `finnhub_symbol`. Items are moves, not prices; an implausible price creates no
 * move until another publisher confirms it.
 */
@Injectable()
export class FinancialSource implements SourceAdapter {
  readonly kind = 'quotes';

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  async collect(source: Source, context: CollectContext): Promise<CollectResult> {
    const instrument: Instrument = {
      id: requiredSetting(source, 'entity'),
      name: source.name,
      symbol: requiredSetting(source, 'symbol'),
      decimals: numberSetting(source, 'decimals', 2),
    };
    const { points, tradedAt, publisher, warnings } = await this.prices(source, instrument, context);
    const { believed, doubted } = separateDoubted(tradingDays(points));
    const confirmed = doubted !== null && (await this.confirms(doubted, publisher, source, instrument, context));
    const trading = confirmed ? [...believed, doubted] : believed;
    const isDoubted = doubted !== null && !confirmed;
    const move = isDoubted ? null : latestMove(trading);
    return collected(
      move === null ? [] : [moveItem(instrument, move, tradedAt)],
      historyOf(trading, isDoubted ? doubted : null),
      isDoubted
        ? [...warnings, `Its price of ${doubted.price} is doubted: no other publisher says the same`]
        : warnings,
    );
  }

  private async prices(source: Source, instrument: Instrument, context: CollectContext): Promise<Prices> {
    const { symbol } = instrument;
    try {
      const { document, warnings } = await this.chartOfAnyHost(symbol, context);
      return {
        points: parseQuoteDocument(document, symbol),
        tradedAt: lastTradeTime(document),
        publisher: YAHOO,
        warnings,
      };
    } catch (error) {
      for (const { publisher, ask } of this.otherPublishers(source, context)) {
        const quoted = await quoteOf(ask, symbol);
        if (quoted === null) continue;
        const remembered = readHistory(context.state.cursor, symbol);
        const earlier =
          remembered.length > MOVE_RULE.historyMin ? remembered : await this.bars(source, instrument, context);
        const warning = `Yahoo did not answer (${reasonOf(error)}); today's quote is ${publisher}'s`;
        const points = [...upTo(quoted, earlier), quoted.quote];
        return { points, tradedAt: quoted.quote.at, publisher, warnings: [warning] };
      }
      throw error;
    }
  }

  /** @param from publisher of the doubted price, which cannot confirm itself */
  private async confirms(
    doubted: PricedPoint,
    from: string,
    source: Source,
    { symbol }: Instrument,
    context: CollectContext,
  ): Promise<boolean> {
    // Publishers write 0 for a price that they do not have.
    if (doubted.price === 0) return false;
    for (const { publisher, ask } of this.otherPublishers(source, context)) {
      if (publisher === from) continue;
      const price = (await quoteOf(ask, symbol))?.quote.price ?? null;
      if (price !== null) return Math.abs(price - doubted.price) <= CONFIRMS_WITHIN * Math.abs(doubted.price);
    }
    return false;
  }

  /** Other publishers of an instrument, in order of preference. */
  private otherPublishers(
    source: Source,
    context: CollectContext,
  ): readonly { readonly publisher: string; readonly ask: () => Promise<Buffer> }[] {
    const { cnbcQuoteUrl, finnhubUrl, finnhubToken } = this.environment;
    const cnbc = textSetting(source, 'cnbc_symbol');
    const finnhub = textSetting(source, 'finnhub_symbol');
    return [
      ...(cnbc === null ? [] : [{ publisher: 'CNBC', ask: () => this.get(cnbcQuote(cnbcQuoteUrl, cnbc), context) }]),
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

  /** Daily bars of CNBC; empty on failure, because a quote without history is still useful. */
  private async bars(source: Source, { symbol }: Instrument, context: CollectContext): Promise<readonly PricePoint[]> {
    const cnbc = textSetting(source, 'cnbc_symbol');
    if (cnbc === null) return [];
    const day = (at: number): string => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}000000`;
    const span = `${day(context.now - BARS_DAYS * DAY_MS)}/${day(context.now)}`;
    const url = `${this.environment.cnbcBarsUrl}/${encodeURIComponent(cnbc)}/1D/${span}/adjusted/EST5EDT.json`;
    try {
      return parseQuoteDocument(readJson(await this.get(url, context)), symbol);
    } catch {
      return [];
    }
  }

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

  private chart(base: string, symbol: string, context: CollectContext): Promise<Buffer> {
    return this.get(`${base}/${encodeURIComponent(symbol)}?range=1y&interval=1d`, context);
  }

  private async get(
    url: string,
    { upstream }: CollectContext,
    secretHeaders: Readonly<Record<string, string>> = {},
  ): Promise<Buffer> {
    const { body } = await upstream.get({
      url,
      headers: { Accept: 'application/json' },
      secretHeaders,
      allowPrivate: true,
      maxBytes: QUOTES_BYTES_MAX,
      hostIntervalMs: HOST_INTERVAL_MS,
    });
    return body;
  }
}

/** Address of CNBC's quote of a symbol. @param base `CNBC_QUOTE_URL` */
export const cnbcQuote = (base: string, symbol: string): string =>
  `${base}?symbols=${encodeURIComponent(symbol)}&requestMethod=itv&noform=1&partnerId=2&fund=1&exthrs=1&output=json`;

interface Prices {
  readonly points: readonly PricePoint[];
  readonly tradedAt: number | null;
  readonly publisher: string;
  readonly warnings: readonly string[];
}

/** Today's quote with the previous close of the same publisher. */
interface Quoted {
  readonly quote: PricePoint;
  readonly closedAt: number | null;
}

/** The quote of a publisher, or null on failure or without a price. */
const quoteOf = async (ask: () => Promise<Buffer>, symbol: string): Promise<Quoted | null> => {
  try {
    const document = readJson(await ask());
    const [quote] = parseQuoteDocument(document, symbol);
    return quote === undefined ? null : { quote, closedAt: previousClose(document) };
  } catch {
    // The next publisher is tried; the reported error is Yahoo's.
    return null;
  }
};

/** Earlier prices rescaled to another publisher's previous close, which may be of another contract. */
const upTo = ({ quote, closedAt }: Quoted, remembered: readonly PricePoint[]): readonly PricePoint[] => {
  // A bar of the same day is the same trading time.
  const earlier = remembered.filter(({ at }) => dayOf(at) < dayOf(quote.at));
  const last = earlier.at(-1)?.price ?? null;
  if (last === null || last <= 0 || closedAt === null || closedAt <= 0) return earlier;
  return earlier.map((point) => ({ ...point, price: point.price === null ? null : (point.price * closedAt) / last }));
};

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

const reasonOf = (error: unknown): string => (error instanceof UpstreamError ? error.code : 'unreadable');

/** Trading times as `[at, price]`; a doubted newest one is marked, and skipped on reading. */
const historyOf = (points: readonly PricedPoint[], doubted: PricedPoint | null): JsonValue => [
  ...points.slice(-HISTORY_MAX).map(({ at, price }) => [at, price]),
  ...(doubted === null ? [] : [[doubted.at, doubted.price, 'doubted']]),
];

const readHistory = (cursor: JsonValue | null, symbol: string): readonly PricePoint[] =>
  listOf(cursor).flatMap((entry) => {
    const [at, price, doubted] = listOf(entry);
    if (typeof at !== 'number' || typeof price !== 'number' || doubted !== undefined) return [];
    return [{ symbol, currency: null, at, price, open: null, high: null, low: null, volume: null }];
  });
