import { ApiProperty, PickType } from '@nestjs/swagger';
import { Instant, OneOf, UnitInterval } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { InstantParameter } from '../platform/http/query-parameter';
import { type SourceType } from '../platform/common/source-type';
import type { InMillis } from '../platform/common/row-of';
import { formatMillis } from '../platform/common/utc-time';
import { EventResponse } from '../event-log/events.dto';
import type { NearMiss } from '../evidence/evidence.service';

type Fields<T> = { [K in keyof T]: T[K] };

export class GetConfluenceQuery {
  @InstantParameter({ description: 'Answers as it stood at this instant.', example: '2026-05-07T12:00:00Z' })
  as_of?: number;
}

/** What a judge said of one item and this market. */
export class VerdictResponse {
  /** 2 the very event or a direct part of it, 1 moves the odds by a step that can be named. @example 2 */
  @OneOf([0, 1, 2])
  readonly grade!: number;
  /** Why, in few words. @example "announces the closure that is asked" */
  readonly reason!: string;
  /** Provider and model. @example claude:claude-haiku-4-5 */
  readonly judge!: string;
  /** SHA-256 of what it was told. @example abababababababababababababababababababababababababababababababab */
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
  /** Event time. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly at!: string;
  /** Whether the market caused it itself: its own trade or its twin question. @example false */
  readonly circular!: boolean;
  /** How much it bears on the question; it counts from the threshold on. @example 0.95 */
  @UnitInterval()
  readonly relevance!: number;
  /** Whether it covers the whole question and tells of the very act asked for. @example true */
  readonly about!: boolean;
  /** What a judge said, where one was asked by then; relevance and about then follow it. */
  readonly verdict!: VerdictResponse | null;
  /** Why: which party by which words and relationships, the act, and what speaks against it. */
  @ApiProperty({ example: ['iran by "Natanz" in the title (natanz located_in): 0.95'], type: [String] })
  readonly paths!: readonly string[];
  /** Story that it reports; copies of one report share it. */
  readonly story!: string | null;
  /** Items that report the same story, itself included; 0 without a story. @example 3 */
  readonly copies!: number;

  static from(item: CountedItem): EvidenceItemResponse {
    return Object.assign(new EvidenceItemResponse(), item, { at: formatMillis(item.at) });
  }
}

/** An item that came near and does not count. */
export class NearMissResponse extends PickType(EventResponse, ['id', 'title', 'source', 'source_type']) {
  /** Event time. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly at!: string;
  /** Below the threshold. @example 0.3 */
  @UnitInterval()
  readonly relevance!: number;
  /** Why it stays below. @example ["israel not covered (0.3)"] */
  readonly paths!: readonly string[];

  static from({ item: { id, title, source, source_type, at }, relevance, paths }: NearMiss): NearMissResponse {
    const item = { id, title, source, source_type, at: formatMillis(at) };
    return Object.assign(new NearMissResponse(), { ...item, relevance, paths } satisfies Fields<NearMissResponse>);
  }
}

/** What one source type says about the market. */
export class ContributionResponse {
  /** Source type. @example news */
  readonly source_type!: SourceType;
  /** Credibility weight of the type, 0 to 1; reasons on /about. @example 0.8 */
  readonly weight!: number;
  /** Distinct items of the window. @example 12 */
  readonly item_count!: number;
  /** How many of them a judge looked at; the rule decides on the rest. @example 9 */
  readonly judged_count!: number;
  /** How many of them are circular: left out of the weighted score. @example 0 */
  readonly circular_count!: number;
  /** Event time of the newest item. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly newest_at!: string;
  /** What it adds to the weighted score: weight and age of its newest item. @example 0.18 */
  readonly weighted!: number;
  /** The most relevant items, at most 5. */
  readonly items!: readonly EvidenceItemResponse[];

  static from(contribution: Contribution): ContributionResponse {
    return responseOf(ContributionResponse, {
      ...contribution,
      newest_at: formatMillis(contribution.newest_at),
      weighted: rounded(contribution.weighted),
      items: contribution.items.map((item) => EvidenceItemResponse.from(item)),
    });
  }
}

/** How independent the evidence is, circular evidence left out. */
export class IndependenceResponse {
  /** Publisher families. @example ["irna","reuters"] */
  readonly families!: readonly string[];
  /** Families whose own reports these are, copies traced back to the first. @example ["reuters"] */
  readonly origins!: readonly string[];
  /** Languages. @example ["en","fa"] */
  readonly languages!: readonly string[];
  /** Parties to the conflict whose media are among the sources. @example ["iran"] */
  readonly parties!: readonly string[];
  /** Whether all of it goes back to one publisher: a label is not a witness. @example false */
  readonly rests_on_one_origin!: boolean;
}

/** A reading of the score, which held from `at` to `until`. */
export class ReadingResponse {
  /** When it was first computed. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly at!: string;
  /** When it was last computed alike. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly until!: string;
  /** Distinct source types ÷ 5, at most 1. @example 0.6 */
  readonly score!: number;
  /** Distinct source types. @example 3 */
  readonly source_type_count!: number;
  /** The source types, sorted. @example ["news"] */
  readonly source_types!: readonly SourceType[];
  /** Weighted score at `at`. @example 0.41 */
  readonly weighted_score!: number;
  /**
   * Version of the rule by which evidence counted; null for readings of before there was one. Readings of different
   * rules do not compare.
   * @example 1
   */
  readonly rule!: number | null;

  static from(row: ReadingRow): ReadingResponse {
    return responseOf(ReadingResponse, {
      ...row,
      at: formatMillis(row.at),
      until: formatMillis(row.until),
      source_type_count: row.source_types.length,
      weighted_score: rounded(row.weighted_score),
    });
  }
}

/** Corroboration of one market. */
export class ConfluenceResponse {
  /** Exchange. @example kalshi */
  readonly exchange!: string;
  /** Exchange-side identifier of the market. @example KXIRAN-26 */
  readonly ticker!: string;
  /** The market’s question. @example Will …? */
  readonly question!: string | null;
  /** Distinct source types ÷ 5, at most 1. @example 0.6 */
  @UnitInterval()
  readonly score!: number;
  /** Distinct source types of the window. @example 3 */
  readonly source_type_count!: number;
  /** The source types, sorted. @example ["financial","news","telegram"] */
  readonly source_types!: readonly SourceType[];
  /**
   * Credibility and age of the newest independent item of each type, scaled so that the five most credible kinds make
   * 1. Never part of the score.
   * @example 0.41
   */
  @UnitInterval()
  readonly weighted_score!: number;
  /** Per source type, sorted. */
  readonly contributions!: readonly ContributionResponse[];
  /** Who stands behind the evidence. */
  readonly independence!: IndependenceResponse;
  /** Entities of the market. @example ["iran"] */
  readonly entities!: readonly string[];
  /** Instruments whose moves count: the recognised gauges of what is asked. @example ["brent"] */
  readonly leading_indicators!: readonly string[];
  /** Items that came near and do not count, at most 5. */
  readonly near_misses!: readonly NearMissResponse[];
  /** Version of the rule by which evidence counts. @example 1 */
  readonly rule!: number | null;
  /**
   * Whether the score was made by the present rule; one of an older rule does not compare with it, and its items are
   * listed by the present one.
   * @example true
   */
  readonly comparable!: boolean;
  /** Length of the window in hours. @example 24 */
  readonly window_hours!: number;
  /** End of the window: the tick that computed it. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  readonly computed_at!: string;
  /** Readings up to then, newest first, at most 200. */
  readonly history!: readonly ReadingResponse[];

  static from(result: ConfluenceResult): ConfluenceResponse {
    return responseOf(ConfluenceResponse, {
      ...result,
      source_type_count: result.source_types.length,
      weighted_score: rounded(result.weighted_score),
      contributions: result.contributions.map((one) => ContributionResponse.from(one)),
      independence: responseOf(IndependenceResponse, result.independence),
      near_misses: result.near_misses.map((one) => NearMissResponse.from(one)),
      computed_at: formatMillis(result.computed_at),
      history: result.history.map((row) => ReadingResponse.from(row)),
    });
  }
}

export type CountedItem = InMillis<EvidenceItemResponse, 'at'>;

/** Evidence of one source type for a market. */
export interface Contribution extends InMillis<Omit<ContributionResponse, 'items'>, 'newest_at'> {
  readonly items: readonly CountedItem[];
}

/** A reading valid from `at` to `until`; the weighted score is that of `at`. */
export type ReadingRow = InMillis<Omit<ReadingResponse, 'source_type_count'>, 'at' | 'until'>;

type OfItems = 'contributions' | 'leading_indicators' | 'near_misses';

/** Confluence of a market at an instant. */
export interface ConfluenceState extends InMillis<
  Omit<ConfluenceResponse, OfItems | 'source_type_count' | 'history'>,
  'computed_at'
> {
  readonly history: readonly ReadingRow[];
}

/** With the counted items and near misses. */
export interface ConfluenceResult extends ConfluenceState {
  readonly contributions: readonly Contribution[];
  readonly leading_indicators: ConfluenceResponse['leading_indicators'];
  /** Nearest first. */
  readonly near_misses: readonly NearMiss[];
}

/** To a millionth: beyond it the figures mean nothing. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
