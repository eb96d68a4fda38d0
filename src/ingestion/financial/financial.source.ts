import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '../../common/durations';
import { listOf, numberOf, readJson } from '../../common/foreign-json';
import { ENVIRONMENT, type Environment } from '../../config/environment';
import { UpstreamError } from '../../upstream/upstream-request';
import type { CollectContext, CollectResult, JsonValue, Source, SourceAdapter } from '../source';
import { numberSetting, requiredSetting, textSetting } from '../source-settings';
import { latestMove, moveItem, tradingTimes, type Instrument } from './move';
import { lastTradeTime, parseQuoteDocument, parseQuotes } from './parse-quotes';
import type { PricePoint } from './price-point';

/** Yahoo asks for patience with addresses of data centres. */
const HOST_INTERVAL_MS = 250;
/** Trading times that are remembered, so that a fallback which knows only today can be judged too. */
const HISTORY_MAX = 120;

/**
 * One instrument: daily bars of a year from Yahoo's chart, from its second host when the first does not answer, and
 * today's quote from Finnhub when neither does and a token is set. Settings: `entity`, `symbol`, `decimals`, `finnhub_symbol`.
 * An item is a move, never a price.
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
    const { points, tradedAt, warnings } = await this.prices(
      source,
      instrument,
      remembered,
      context,
    );
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
      const other = textSetting(source, 'finnhub_symbol');
      const token = this.environment.finnhubToken;
      if (other === null || token === null) throw error;
      const [quote] = parseQuotes(await this.quote(other, token, context), instrument.symbol);
      if (quote === undefined) throw error;
      const why = reasonOf(error);
      return {
        points: [...earlierThan(quote, remembered), quote],
        tradedAt: quote.at,
        warnings: [`Yahoo did not answer (${why}); today's quote is Finnhub's`],
      };
    }
  }

  /** Every instrument has a second host; only some have another publisher. */
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

  private async chart(
    base: string,
    symbol: string,
    { upstream, signal }: CollectContext,
  ): Promise<Buffer> {
    const { body } = await upstream.get({
      url: `${base}/${encodeURIComponent(symbol)}?range=1y&interval=1d`,
      headers: { Accept: 'application/json' },
      allowPrivate: true,
      hostIntervalMs: HOST_INTERVAL_MS,
      signal,
    });
    return body;
  }

  private async quote(
    symbol: string,
    token: string,
    { upstream, signal }: CollectContext,
  ): Promise<Buffer> {
    const { body } = await upstream.get({
      url: `${this.environment.finnhubUrl}/quote?symbol=${encodeURIComponent(symbol)}`,
      secretHeaders: { 'X-Finnhub-Token': token },
      allowPrivate: true,
      signal,
    });
    return body;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof UpstreamError ? error.code : 'unreadable';

/** Bars of earlier days: a bar of the same day is the same trading time, earlier told. */
const earlierThan = (quote: PricePoint, points: readonly PricePoint[]): readonly PricePoint[] =>
  points.filter(({ at }) => Math.floor(at / DAY_MS) < Math.floor(quote.at / DAY_MS));

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
