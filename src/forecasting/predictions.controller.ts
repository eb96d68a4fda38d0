import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CachedUntilTick } from '../platform/http/caching.decorator';
import { decodeCursor, encodeCursor } from '../platform/http/cursor';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { publicUrl } from '../platform/config/public-url';
import { JSON_FEED, STIX } from '../platform/formats/media-types';
import { atomFeed, jsonFeed, type NewsFeed } from '../platform/formats/news-feed';
import { forecastBundle } from '../ontology/stix';
import { AtomFeed, JsonFeed } from '../platform/formats/feed.decorator';
import { Formatted } from '../platform/http/formatted';
import { Page } from '../platform/http/paging.dto';
import { notFound } from '../platform/http/problem';
import { OntologyRepository } from '../ontology/ontology.repository';
import { forecastSaying, predictionsFeed } from './prediction-forms';
import { formatMillis } from '../platform/common/utc-time';
import {
  GetPredictionQuery,
  ListMarketPredictionsQuery,
  ListPredictionsQuery,
  PredictionResponse,
} from './predictions.dto';
import { PredictionsRepository } from './predictions.repository';

const LISTING = 'predictions';
const FEED = ['the predictions of a market', 'The newest 50, none for a market that was never forecast,'] as const;
const FEED_ENTRIES = 50;

/** All predictions, whatever their outcome. */
@ApiTags('Predictions')
@Controller('v1')
export class PredictionsController {
  constructor(
    private readonly predictions: PredictionsRepository,
    private readonly ontology: OntologyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('predictions')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List predictions',
    description:
      'Every prediction, traded or not, right or wrong, newest first, with the market price at that time, the spread of its answers, its replay bundle and its record in the log.',
  })
  @ApiOkResponse({ type: [PredictionResponse] })
  list(@Query() query: ListPredictionsQuery): Promise<Page<PredictionResponse>> {
    return this.page(query, query.exchange ?? null, query.ticker ?? null);
  }

  @Get('predictions/:id')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'Get one prediction',
    description: 'As in the list; or as STIX: a note on the entities of its market.',
  })
  @ApiParam({ name: 'id', description: 'Id of the prediction.', example: 'rb-5f2c0a1b9d3e4f50' })
  @ApiOkResponse({ type: PredictionResponse })
  async get(@Param('id') id: string, @Query() query: GetPredictionQuery): Promise<PredictionResponse | Formatted> {
    const row = await this.predictions.get(id);
    if (row === null) throw notFound('No prediction has this id.');
    if (query.format !== 'stix') return PredictionResponse.from(row);
    const about = await this.ontology.cards(row.entities);
    const base = publicUrl(this.environment);
    const stamp = { now: nowMillis(this.clock), base, synthetic: this.environment.demo };
    return new Formatted(STIX, forecastBundle(forecastSaying(row, about, base), stamp));
  }

  @Get('markets/:exchange/:ticker/predictions.atom')
  @CachedUntilTick()
  @AtomFeed(...FEED)
  async atom(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<string> {
    return atomFeed(await this.feedOf(exchange, ticker));
  }

  @Get('markets/:exchange/:ticker/predictions.feed.json')
  @CachedUntilTick()
  @JsonFeed(...FEED)
  async jsonFeed(@Param('exchange') exchange: string, @Param('ticker') ticker: string): Promise<Formatted> {
    return new Formatted(JSON_FEED, jsonFeed(await this.feedOf(exchange, ticker)));
  }

  private async feedOf(exchange: string, ticker: string): Promise<NewsFeed> {
    const rows = await this.predictions.list(
      { exchange, ticker, trigger: null, alert: null, since: null, before: null },
      FEED_ENTRIES,
    );
    return predictionsFeed(rows, {
      exchange,
      ticker,
      base: publicUrl(this.environment),
      now: nowMillis(this.clock),
      synthetic: this.environment.demo,
    });
  }

  @Get('markets/:exchange/:ticker/predictions')
  @CachedUntilTick()
  @ApiOperation({
    summary: 'List the predictions of a market',
    description: 'Newest first; empty for a market without forecasts.',
  })
  @ApiParam({ name: 'exchange', description: 'Exchange.', example: 'kalshi' })
  @ApiParam({ name: 'ticker', description: 'Exchange-side identifier.', example: 'KXDEAL-26SEP' })
  @ApiOkResponse({ type: [PredictionResponse] })
  listOfMarket(
    @Param('exchange') exchange: string,
    @Param('ticker') ticker: string,
    @Query() query: ListMarketPredictionsQuery,
  ): Promise<Page<PredictionResponse>> {
    return this.page(query, exchange, ticker);
  }

  private async page(
    query: ListMarketPredictionsQuery,
    exchange: string | null,
    ticker: string | null,
  ): Promise<Page<PredictionResponse>> {
    const position = decodeCursor(LISTING, ['string', 'string'], query.cursor);
    const rows = await this.predictions.list(
      {
        exchange,
        ticker,
        trigger: query.trigger ?? null,
        alert: query.alert ?? null,
        since: query.since === undefined ? null : formatMillis(query.since),
        before: position === null ? null : { madeAt: position[0], id: position[1] },
      },
      query.limit + 1,
    );
    return Page.of(
      rows,
      query.limit,
      ({ prediction }) => encodeCursor(LISTING, [prediction.made_at, prediction.id]),
      (row) => PredictionResponse.from(row),
    );
  }
}
