import { ApiProperty, PickType } from '@nestjs/swagger';
import { type Instant, OneOf, type UnitInterval } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { InstantParameter } from '../platform/http/query-parameter';
import { type SourceType } from '../platform/common/source-type';
import type { InMillis } from '../platform/common/row-of';
import { formatMillis } from '../platform/common/utc-time';
import { EventResponse } from '../event-log/events.dto';
import type { NearMiss } from '../evidence/evidence.service';

export class GetConfluenceQuery {
  @InstantParameter({ description: 'Answers as of this instant.', example: '2026-05-07T12:00:00Z' })
  as_of?: number;
}

/** A judge's verdict on one item and this market. */
export class VerdictResponse {
  /** 2: the event itself or a direct part of it; 1: a specific step that changes the odds. @example 2 */
  @OneOf([0, 1, 2])
  readonly grade!: number;
  /** Short reason. @example "announces the closure that is asked" */
  readonly reason!: string;
  /** Provider and model. @example claude:claude-haiku-4-5 */
  readonly judge!: string;
  /** SHA-256 of its instructions. @example abababababababababababababababababababababababababababababababab */
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
  readonly at!: Instant;
  /** Whether the market itself caused it: its own trade, or the same question on a forecasting site. @example false */
  readonly circular!: boolean;
  /** Relevance to the question; it counts from the threshold on. @example 0.95 */
  readonly relevance!: UnitInterval;
  /** Whether it covers the whole question and reports the same act. @example true */
  readonly about!: boolean;
  /** The judge's verdict, which then decides relevance and about; null if no judge was asked by then. */
  readonly verdict!: VerdictResponse | null;
  /** Reasons: each party with its words and relationships, the act, and counter-arguments. */
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

/** An item just below the threshold. */
export class NearMissResponse extends PickType(EventResponse, ['id', 'title', 'source', 'source_type']) {
  /** Event time. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** Below the threshold. @example 0.3 */
  readonly relevance!: UnitInterval;
  /** Why it is below the threshold. @example ["israel not covered (0.3)"] */
  readonly paths!: readonly string[];

  static from({ item: { id, title, source, source_type, at }, relevance, paths }: NearMiss): NearMissResponse {
    const item = { id, title, source, source_type, at: formatMillis(at) };
    return Object.assign(new NearMissResponse(), { ...item, relevance, paths } satisfies NearMissResponse);
  }
}

/** Evidence of one source type about the market. */
export class ContributionResponse {
  /** Source type. @example news */
  readonly source_type!: SourceType;
  /** Credibility weight of the type, 0 to 1; /about has the reasons. @example 0.8 */
  readonly weight!: number;
  /** Distinct items of the window. @example 12 */
  readonly item_count!: number;
  /** How many of these items a judge decided; the rule decides the others. @example 9 */
  readonly judged_count!: number;
  /** How many of these items are circular, and so not in the weighted score. @example 0 */
  readonly circular_count!: number;
  /** Event time of the newest item. @example 2026-05-07T12:00:00.000000Z */
  readonly newest_at!: Instant;
  /** Its part of the weighted score, from the weight and age of its newest item. @example 0.18 */
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

/** Independence of the evidence, without circular evidence. */
export class IndependenceResponse {
  /** Publisher families. @example ["irna","reuters"] */
  readonly families!: readonly string[];
  /** Families of the first reports; copies count as the first report. @example ["reuters"] */
  readonly origins!: readonly string[];
  /** Languages. @example ["en","fa"] */
  readonly languages!: readonly string[];
  /** Parties to the conflict whose media are among the sources. @example ["iran"] */
  readonly parties!: readonly string[];
  /** Whether all evidence comes from one publisher. @example false */
  readonly rests_on_one_origin!: boolean;
}

/** A value of the score, valid from `at` to `until`. */
export class ReadingResponse {
  /** When it was first computed. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** When the same value was last computed. @example 2026-05-07T12:00:00.000000Z */
  readonly until!: Instant;
  /** Distinct source types ÷ 5, at most 1. @example 0.6 */
  readonly score!: number;
  /** Distinct source types. @example 3 */
  readonly source_type_count!: number;
  /** The source types, sorted. @example ["news"] */
  readonly source_types!: readonly SourceType[];
  /** Weighted score at `at`. @example 0.41 */
  readonly weighted_score!: number;
  /**
   * Version of the evidence rule; null before versions existed. Values of different versions cannot be compared.
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
  readonly score!: UnitInterval;
  /** Distinct source types of the window. @example 3 */
  readonly source_type_count!: number;
  /** The source types, sorted. @example ["financial","news","telegram"] */
  readonly source_types!: readonly SourceType[];
  /**
   * Credibility and age of the newest independent item of each type, scaled so that the five most credible kinds make
   * 1. Never part of the score.
   * @example 0.41
   */
  readonly weighted_score!: UnitInterval;
  /** Per source type, sorted. */
  readonly contributions!: readonly ContributionResponse[];
  /** Independence of the evidence. */
  readonly independence!: IndependenceResponse;
  /** Entities of the market. @example ["iran"] */
  readonly entities!: readonly string[];
  /** Instruments whose moves count, because they are gauges of the question. @example ["brent"] */
  readonly leading_indicators!: readonly string[];
  /** Items just below the threshold, at most 5. */
  readonly near_misses!: readonly NearMissResponse[];
  /** Version of the rule by which evidence counts. @example 1 */
  readonly rule!: number | null;
  /**
   * Whether the score was computed by the current rule; a score of an older rule cannot be compared, and its items are
   * listed by the current rule.
   * @example true
   */
  readonly comparable!: boolean;
  /** Length of the window in hours. @example 24 */
  readonly window_hours!: number;
  /** End of the window: the tick that computed it. @example 2026-05-07T12:00:00.000000Z */
  readonly computed_at!: Instant;
  /** Earlier values, newest first, at most 200. */
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
