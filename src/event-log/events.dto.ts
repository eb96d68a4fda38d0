import { ApiProperty, PickType } from '@nestjs/swagger';
import type { Instant } from '../platform/http/field';
import { PagingQuery } from '../platform/http/paging.dto';
import { responseOf } from '../platform/http/response-of';
import { EnumParameter, InstantParameter, RepeatableParameter, TextParameter } from '../platform/http/query-parameter';
import { SOURCE_TYPES, type SourceType } from '../platform/common/source-type';
import { formatMillis } from '../platform/common/utc-time';
import { THEATERS, type Theater } from '../ontology/theater';
import { UNDATED_AT, type Scalar } from './item';
import type { Stored } from '../platform/common/row-of';

const AS_OF = {
  description: 'Answers as of this instant, without later items and edits.',
  example: '2026-05-07T12:00:00Z',
};

export class ListEventsQuery extends PagingQuery {
  @EnumParameter(['json', 'geojson'], {
    description: 'Format of the answer; geojson also by `Accept: application/geo+json`.',
    example: 'json',
    default: 'json',
  })
  format?: 'json' | 'geojson';
  @RepeatableParameter({
    description: 'Id of an entity that the items touch; given several times, all must match.',
    example: ['iran'],
    maxLength: 100,
    countMax: 5,
  })
  entity?: string[];

  @TextParameter({
    description: 'Market that the items are evidence for, exchange/ticker.',
    example: 'kalshi/KXIRAN-26',
    maxLength: 200,
    pattern: /^(?:polymarket|kalshi)\/[\w.-]+$/,
    expected: 'must be an exchange and a ticker, such as kalshi/KXIRAN-26',
  })
  market?: string;

  @EnumParameter(SOURCE_TYPES, { description: 'Kind of evidence.', example: 'telegram' })
  source_type?: SourceType;

  @EnumParameter(THEATERS, { description: 'Theater of the items.', example: 'red_sea' })
  theater?: Theater;

  @TextParameter({
    description: 'Finer source category.',
    example: 'iranian_media',
    maxLength: 100,
    pattern: /^[a-z0-9_]+$/,
    expected: 'must be a category in lower case, such as iranian_media',
  })
  category?: string;

  @TextParameter({
    description: 'Language of the items, ISO 639-1.',
    example: 'fa',
    pattern: /^[a-z]{2,3}$/,
    expected: 'must be a language code such as fa',
  })
  lang?: string;

  @InstantParameter({ description: 'Earliest event time, inclusive.', example: '2026-05-07T00:00:00Z' })
  since?: number;

  @InstantParameter({ description: 'Latest event time, exclusive.', example: '2026-05-08T00:00:00Z' })
  until?: number;

  @TextParameter({
    description:
      'Words in title or extract, in any polled language. All must occur; words in double quotes must be adjacent.',
    example: '"red sea" houthi',
    pattern: /[\p{L}\p{N}]/u,
    expected: 'must be text of 1 to 200 characters with at least one letter or digit',
  })
  q?: string;

  @InstantParameter(AS_OF)
  as_of?: number;
}

export class GetEventQuery {
  @InstantParameter(AS_OF)
  as_of?: number;
}

/** One report or measurement of a source. */
export class EventResponse {
  /** Identity of the item: never changes. @example c0ffee0123456789 */
  readonly id!: string;
  /** Kind of evidence, which confluence counts. @example news */
  readonly source_type!: SourceType;
  /** Finer source category. @example iranian_media */
  readonly category!: string;
  /** Id of the source that delivered it. @example tehran-times */
  readonly source!: string;
  /** Publisher named by the item, if it is not the source itself. @example Reuters */
  readonly publisher!: string | null;
  /** Publisher family; sister outlets share it. @example tehran-times */
  readonly family!: string;
  /** ISO 639-1 code. @example en */
  readonly lang!: string | null;
  /** Headline, one line. @example "Talks resume in Muscat" */
  readonly title!: string;
  /** Short extract. */
  readonly summary!: string | null;
  /** Address of the original. @example https://example.org/a */
  readonly url!: string | null;
  /** Time of publication stated by its source; null if it states none. @example 2026-05-07T11:58:00.000000Z */
  readonly published_at!: Instant | null;
  /**
   * Event time, by which the log is ordered: published_at, but never after first_seen_at. Null for an item without a
   * time: it is listed last, and counts in no window.
   * @example 2026-05-07T11:58:00.000000Z
   */
  readonly at!: Instant | null;
  /** When this service first saw it. @example 2026-05-07T12:00:03.120000Z */
  readonly first_seen_at!: Instant;
  /** Region, or null. @example iran */
  readonly theater!: Theater | null;
  /** Ids of the entities that it touches, sorted. @example ["iran","oman"] */
  readonly entities!: readonly string[];
  /** Story that it reports; items with the same story are copies of one another. @example st_4f1c */
  readonly story!: string | null;
  /** Facts of this kind of item: magnitude, usd, forecasters, … @example {"magnitude":5.1} */
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly attributes!: Readonly<Record<string, Scalar>>;

  static from({ item, entities }: ItemRow): EventResponse {
    return responseOf(EventResponse, {
      ...item,
      published_at: item.published_at === undefined ? null : formatMillis(item.published_at),
      at: eventTime(item.at),
      first_seen_at: formatMillis(item.first_seen_at),
      entities,
      attributes: attributesOf(item),
    });
  }
}

const attributesOf = (item: StoredItem): Record<string, Scalar> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith('attr_'))
      .map(([name, value]): [string, Scalar] => [name.slice('attr_'.length), value as Scalar])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Another report of the same story. */
export class CopyResponse extends PickType(EventResponse, [
  'at',
  'id',
  'source',
  'family',
  'publisher',
  'lang',
  'title',
  'url',
]) {
  static from(copy: CopyRow): CopyResponse {
    return Object.assign(new CopyResponse(), copy, { at: eventTime(copy.at) });
  }
}

/** The story that an item reports, with its other reports. */
export class StoryResponse {
  /** Id of the story. @example st_4f1c */
  readonly id!: string;
  /** Its earliest report. @example c0ffee0123456789 */
  readonly origin_item!: string;
  /** Publisher family of the earliest report. @example tehran-times */
  readonly origin_family!: string;
  /** Reports known, this one included. @example 3 */
  readonly reports!: number;
  /** The other reports, earliest first; at most 50. */
  readonly copies!: readonly CopyResponse[];

  static from(story: StoryRow, copies: readonly CopyRow[]): StoryResponse {
    return Object.assign(new StoryResponse(), story, { copies: copies.map((copy) => CopyResponse.from(copy)) });
  }
}

/** A replay bundle that contains an item. */
export class ContainingBundleResponse {
  /** Id of the bundle, as in /api/replay-bundle/{id}. @example rb_1 */
  readonly id!: string;
  /** SHA-256 of the canonical JSON of the bundle. @example ab12… */
  readonly sha256!: string;
}

/** One item with its story and bundles. */
export class EventDetailResponse extends EventResponse {
  /** The story that it reports, with the other reports; null if there is no other report. */
  readonly reported_in!: StoryResponse | null;
  /** Replay bundles that contain the item. */
  readonly bundles!: readonly ContainingBundleResponse[];

  static override from(row: ItemDetailRow): EventDetailResponse {
    return Object.assign(new EventDetailResponse(), EventResponse.from(row), {
      reported_in: row.story === null ? null : StoryResponse.from(row.story, row.copies),
      bundles: row.bundles,
    });
  }
}

type Converted = 'published_at' | 'at' | 'first_seen_at' | 'entities' | 'attributes';

/** A stored item; instants are UTC ms. Attributes are the `attr_…` properties. */
export interface StoredItem extends Stored<Omit<EventResponse, Converted>> {
  readonly published_at?: number;
  readonly at: number;
  readonly first_seen_at: number;
  readonly content_hash: string;
  readonly [attribute: `attr_${string}`]: Scalar;
}

export interface ItemRow {
  readonly item: StoredItem;
  readonly entities: readonly string[];
}

export interface ItemDetailRow extends ItemRow {
  readonly story: StoryRow | null;
  readonly copies: readonly CopyRow[];
  readonly bundles: readonly ContainingBundleResponse[];
}

type StoryRow = Omit<StoryResponse, 'copies'>;

interface CopyRow extends Omit<CopyResponse, 'at'> {
  readonly at: number;
}

const eventTime = (at: number): string | null => (at === UNDATED_AT ? null : formatMillis(at));
