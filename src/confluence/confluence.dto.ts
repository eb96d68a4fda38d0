import { ApiProperty, PickType } from '@nestjs/swagger';
import { InstantParameter } from '../platform/http/query-parameter';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { formatMillis } from '../platform/common/utc-time';
import { EventResponse } from '../event-log/events.dto';
import type { ReadingRow, TopItemRow } from './confluence.repository';
import type { NearMiss } from '../evidence/evidence.service';
import type { ConfluenceResult, Contribution } from './confluence.service';

type Fields<T> = { [K in keyof T]: T[K] };

const INSTANT = { format: 'date-time', example: '2026-05-07T12:00:00.000000Z' } as const;

export class GetConfluenceQuery {
  @InstantParameter({
    description: 'Answers as it stood at this instant.',
    example: '2026-05-07T12:00:00Z',
  })
  as_of?: number;
}

/** What a judge said of one item and this market. */
export class VerdictResponse {
  @ApiProperty({
    enum: [0, 1, 2],
    description: '2 the very event or a direct part of it, 1 moves the odds by a step that can be named.',
    example: 2,
  })
  readonly grade!: number;

  @ApiProperty({ description: 'Why, in few words.', example: 'announces the closure that is asked' })
  readonly reason!: string;

  @ApiProperty({ description: 'Provider and model.', example: 'claude:claude-haiku-4-5' })
  readonly judge!: string;

  @ApiProperty({ description: 'SHA-256 of what it was told.', example: 'ab'.repeat(32) })
  readonly prompt!: string;
}

/** One of the newest items of a source type. */
export class EvidenceItemResponse extends PickType(EventResponse, [
  'id',
  'title',
  'source',
  'publisher',
  'lang',
  'url',
]) {
  @ApiProperty({ ...INSTANT, description: 'Event time.' })
  readonly at!: string;

  @ApiProperty({
    description: 'Whether the market caused it itself: its own trade or its twin question.',
    example: false,
  })
  readonly circular!: boolean;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description: 'How much it bears on the question; it counts from the threshold on.',
    example: 0.95,
  })
  readonly relevance!: number;

  @ApiProperty({
    description: 'Whether it covers the whole question and tells of the very act asked for.',
    example: true,
  })
  readonly about!: boolean;

  @ApiProperty({
    type: VerdictResponse,
    nullable: true,
    description: 'What a judge said, where one was asked by then; relevance and about then follow it.',
  })
  readonly verdict!: VerdictResponse | null;

  @ApiProperty({
    type: [String],
    description: 'Why: which party by which words and relationships, the act, and what speaks against it.',
    example: ['iran by "Natanz" in the title (natanz located_in): 0.95'],
  })
  readonly paths!: readonly string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Story that it reports; copies of one report share it.',
    example: null,
  })
  readonly story!: string | null;

  @ApiProperty({
    description: 'Items that report the same story, itself included; 0 without a story.',
    example: 3,
  })
  readonly copies!: number;

  static from(item: TopItemRow['item']): EvidenceItemResponse {
    return Object.assign(new EvidenceItemResponse(), item, { at: formatMillis(item.at) });
  }
}

/** An item that came near and does not count. */
export class NearMissResponse extends PickType(EventResponse, ['id', 'title', 'source', 'source_type']) {
  @ApiProperty({ ...INSTANT, description: 'Event time.' })
  readonly at!: string;

  @ApiProperty({ minimum: 0, maximum: 1, description: 'Below the threshold.', example: 0.3 })
  readonly relevance!: number;

  @ApiProperty({
    type: [String],
    description: 'Why it stays below.',
    example: ['israel not covered (0.3)'],
  })
  readonly paths!: readonly string[];

  static from({ item, relevance, paths }: NearMiss): NearMissResponse {
    return Object.assign(new NearMissResponse(), {
      id: item.id,
      title: item.title,
      source: item.source,
      source_type: item.source_type,
      at: formatMillis(item.at),
      relevance,
      paths,
    } satisfies Fields<NearMissResponse>);
  }
}

/** What one source type says about the market. */
export class ContributionResponse {
  @ApiProperty({ enum: SOURCE_TYPES, description: 'Source type.', example: 'news' })
  readonly source_type!: SourceType;

  @ApiProperty({
    description: 'Credibility weight of the type, 0 to 1; reasons on /about.',
    example: 0.8,
  })
  readonly weight!: number;

  @ApiProperty({ description: 'Distinct items of the window.', example: 12 })
  readonly item_count!: number;

  @ApiProperty({ description: 'How many of them a judge looked at; the rule decides on the rest.', example: 9 })
  readonly judged_count!: number;

  @ApiProperty({
    description: 'How many of them are circular: left out of the weighted score.',
    example: 0,
  })
  readonly circular_count!: number;

  @ApiProperty({ ...INSTANT, description: 'Event time of the newest item.' })
  readonly newest_at!: string;

  @ApiProperty({
    description: 'What it adds to the weighted score: weight and age of its newest item.',
    example: 0.18,
  })
  readonly weighted!: number;

  @ApiProperty({ type: [EvidenceItemResponse], description: 'The most relevant items, at most 5.' })
  readonly items!: readonly EvidenceItemResponse[];

  static from(contribution: Contribution): ContributionResponse {
    return Object.assign(new ContributionResponse(), {
      source_type: contribution.sourceType,
      weight: contribution.weight,
      item_count: contribution.itemCount,
      judged_count: contribution.judgedCount,
      circular_count: contribution.circularCount,
      newest_at: formatMillis(contribution.newestAt),
      weighted: rounded(contribution.weighted),
      items: contribution.items.map((item) => EvidenceItemResponse.from(item)),
    } satisfies Fields<ContributionResponse>);
  }
}

/** How independent the evidence is, circular evidence left out. */
export class IndependenceResponse {
  @ApiProperty({ type: [String], description: 'Publisher families.', example: ['irna', 'reuters'] })
  readonly families!: readonly string[];

  @ApiProperty({
    type: [String],
    description: 'Families whose own reports these are, copies traced back to the first.',
    example: ['reuters'],
  })
  readonly origins!: readonly string[];

  @ApiProperty({ type: [String], description: 'Languages.', example: ['en', 'fa'] })
  readonly languages!: readonly string[];

  @ApiProperty({
    type: [String],
    description: 'Parties to the conflict whose media are among the sources.',
    example: ['iran'],
  })
  readonly parties!: readonly string[];

  @ApiProperty({
    description: 'Whether all of it goes back to one publisher: a label is not a witness.',
    example: false,
  })
  readonly rests_on_one_origin!: boolean;
}

/** A reading of the score, which held from `at` to `until`. */
export class ReadingResponse {
  @ApiProperty({ ...INSTANT, description: 'When it was first computed.' })
  readonly at!: string;

  @ApiProperty({ ...INSTANT, description: 'When it was last computed alike.' })
  readonly until!: string;

  @ApiProperty({ description: 'Distinct source types ÷ 5, at most 1.', example: 0.6 })
  readonly score!: number;

  @ApiProperty({ description: 'Distinct source types.', example: 3 })
  readonly source_type_count!: number;

  @ApiProperty({ type: [String], description: 'The source types, sorted.', example: ['news'] })
  readonly source_types!: readonly SourceType[];

  @ApiProperty({ description: 'Weighted score at `at`.', example: 0.41 })
  readonly weighted_score!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Version of the rule by which evidence counted; null for readings of before there was one. Readings of different rules do not compare.',
    example: 1,
  })
  readonly rule!: number | null;

  static from(row: ReadingRow): ReadingResponse {
    return Object.assign(new ReadingResponse(), {
      at: formatMillis(row.at),
      until: formatMillis(row.until),
      score: row.score,
      source_type_count: row.source_types.length,
      source_types: row.source_types,
      weighted_score: rounded(row.weighted_score),
      rule: row.rule,
    } satisfies Fields<ReadingResponse>);
  }
}

/** Corroboration of one market. */
export class ConfluenceResponse {
  @ApiProperty({ description: 'Exchange.', example: 'kalshi' })
  readonly exchange!: string;

  @ApiProperty({ description: 'Exchange-side identifier of the market.', example: 'KXIRAN-26' })
  readonly ticker!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The market’s question.',
    example: 'Will …?',
  })
  readonly question!: string | null;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description: 'Distinct source types ÷ 5, at most 1.',
    example: 0.6,
  })
  readonly score!: number;

  @ApiProperty({ description: 'Distinct source types of the window.', example: 3 })
  readonly source_type_count!: number;

  @ApiProperty({
    enum: SOURCE_TYPES,
    isArray: true,
    description: 'The source types, sorted.',
    example: ['financial', 'news', 'telegram'],
  })
  readonly source_types!: readonly SourceType[];

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description:
      'Credibility and age of the newest independent item of each type, scaled so that the five most credible kinds make 1. Never part of the score.',
    example: 0.41,
  })
  readonly weighted_score!: number;

  @ApiProperty({
    type: [ContributionResponse],
    description: 'Per source type, sorted.',
  })
  readonly contributions!: readonly ContributionResponse[];

  @ApiProperty({
    type: IndependenceResponse,
    description: 'Who stands behind the evidence.',
  })
  readonly independence!: IndependenceResponse;

  @ApiProperty({ type: [String], description: 'Entities of the market.', example: ['iran'] })
  readonly entities!: readonly string[];

  @ApiProperty({
    type: [String],
    description: 'Instruments whose moves count: the recognised gauges of what is asked.',
    example: ['brent'],
  })
  readonly leading_indicators!: readonly string[];

  @ApiProperty({
    type: [NearMissResponse],
    description: 'Items that came near and do not count, at most 5.',
  })
  readonly near_misses!: readonly NearMissResponse[];

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Version of the rule by which evidence counts.',
    example: 1,
  })
  readonly rule!: number | null;

  @ApiProperty({
    description:
      'Whether the score was made by the present rule; one of an older rule does not compare with it, and its items are listed by the present one.',
    example: true,
  })
  readonly comparable!: boolean;

  @ApiProperty({ description: 'Length of the window in hours.', example: 24 })
  readonly window_hours!: number;

  @ApiProperty({ ...INSTANT, description: 'End of the window: the tick that computed it.' })
  readonly computed_at!: string;

  @ApiProperty({
    type: [ReadingResponse],
    description: 'Readings up to then, newest first, at most 200.',
  })
  readonly history!: readonly ReadingResponse[];

  static from(result: ConfluenceResult): ConfluenceResponse {
    const { families, origins, languages, parties, restsOnOneOrigin } = result.independence;
    return Object.assign(new ConfluenceResponse(), {
      exchange: result.exchange,
      ticker: result.ticker,
      question: result.question,
      score: result.score,
      source_type_count: result.sourceTypes.length,
      source_types: result.sourceTypes,
      weighted_score: rounded(result.weightedScore),
      contributions: result.contributions.map((one) => ContributionResponse.from(one)),
      independence: Object.assign(new IndependenceResponse(), {
        families,
        origins,
        languages,
        parties,
        rests_on_one_origin: restsOnOneOrigin,
      }),
      entities: result.entities,
      leading_indicators: result.leadingIndicators,
      near_misses: result.nearMisses.map((one) => NearMissResponse.from(one)),
      rule: result.rule,
      comparable: result.comparable,
      window_hours: result.windowHours,
      computed_at: formatMillis(result.computedAt),
      history: result.history.map((row) => ReadingResponse.from(row)),
    } satisfies Fields<ConfluenceResponse>);
  }
}

/** To a millionth: beyond it the figures mean nothing. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
