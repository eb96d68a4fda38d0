import { LocationResponse } from '../ontology/entity.dto';
import type { Instant } from '../platform/http/field';
import { responseOf } from '../platform/http/response-of';
import { round4 } from '../platform/common/ten-thousandths';
import { formatMillis } from '../platform/common/utc-time';
import { type Change, type ChangeKind } from './changes';
import type { Mover, PlaceVolume } from './digest';
import type { TheaterRow, VolumeRow } from './digest.repository';

export class VolumeResponse {
  /** Source type or theater. @example news */
  readonly name!: string;
  /** Items of the last 24 hours. @example 812 */
  readonly item_count!: number;
  /** Event time of the newest item. @example 2026-05-07T12:00:00.000000Z */
  readonly newest_at!: Instant | null;

  static from(row: VolumeRow): VolumeResponse {
    return responseOf(VolumeResponse, volumeRow(row));
  }
}

const volumeRow = ({ name, n, newest }: VolumeRow) => ({
  name,
  item_count: n,
  newest_at: newest === null ? null : formatMillis(newest),
});

export class TheaterVolumeResponse extends VolumeResponse {
  /**
   * Items of a usual day: the median of the days before, from the first that has any; null with fewer than seven.
   * @example 15
   */
  readonly usual!: number | null;
  /**
   * Items that touch an entity of the theater in each of the last 48 hours by event time, the running hour last.
   * @example [0,2,5]
   */
  readonly hours!: readonly number[];
  /** The same for each of the last 35 days of 24 hours, the last 24 hours last. @example [12,15,9] */
  readonly days!: readonly number[];

  static override from(row: TheaterRow): TheaterVolumeResponse {
    return responseOf(TheaterVolumeResponse, { ...row, ...volumeRow(row) });
  }
}

export class ChangeResponse {
  /** Kind of change. @example price_move */
  readonly kind!: ChangeKind;
  /** When. @example 2026-05-07T12:00:00.000000Z */
  readonly at!: Instant;
  /** The change in a sentence. @example "Will Israel strike Iran? moved from 30 % to 42 %" */
  readonly title!: string;
  /** A second sentence, or null. @example 17 reports by 16 publishers within five minutes. */
  readonly detail!: string | null;
  /** Path of the page with more about it. @example /markets/kalshi/A */
  readonly path!: string;
  /** Sort value of the list; /about#changes has the rule. @example 3.6 */
  readonly importance!: number;

  static from(change: Change): ChangeResponse {
    return responseOf(ChangeResponse, {
      ...change,
      at: formatMillis(change.at),
      importance: round4(change.importance),
    });
  }
}

export class MoverResponse {
  /** Id of the entity. @example iran */
  readonly id!: string;
  /** Its name. @example Iran */
  readonly name!: string;
  /** Its type. @example country */
  readonly type!: string;
  /** Its theater. @example iran */
  readonly theater!: string | null;
  /** Items of the last 24 hours. @example 412 */
  readonly item_count!: number;
  /** Items of a usual day: the mean of the seven whole days before. @example 120.5 */
  readonly baseline!: number;
  /** Items of the last 24 hours over a usual day; null without one. @example 3.42 */
  readonly ratio!: number | null;

  static from(mover: Mover): MoverResponse {
    return responseOf(MoverResponse, moverRow(mover));
  }
}

const moverRow = <M extends Mover>(mover: M) => ({
  ...mover,
  item_count: mover.n,
  baseline: round4(mover.baseline),
  ratio: mover.ratio === null ? null : round4(mover.ratio),
});

export class PlaceVolumeResponse extends MoverResponse {
  /** Location; for a country, that of its capital. */
  readonly location!: LocationResponse;

  static override from(place: PlaceVolume): PlaceVolumeResponse {
    return responseOf(PlaceVolumeResponse, moverRow(place));
  }
}
