import { OneOf } from '../platform/http/field';

/** Cost of one kind of request today. */
export class UseSpendingResponse {
  /** Purpose: recorded, arm, shadow, judge or posts. @example recorded */
  readonly use!: string;
  /** Requests. @example 3 */
  readonly requests!: number;
  /** US dollars. @example 0.41 */
  readonly usd!: number;
  /** Tokens read. @example 14200 */
  readonly tokens_in!: number;
  /** Tokens written, reasoning included. @example 2900 */
  readonly tokens_out!: number;
}

/** Cost of models or of X in the UTC day. */
export class SpendingResponse {
  /** Paid service. @example model */
  @OneOf(['model', 'x'])
  readonly purse!: string;
  /** Limit of a UTC day, US dollars. @example 5 */
  readonly limit_usd!: number;
  /** Spent, and reserved for running requests. @example 0.62 */
  readonly spent_usd!: number;
  /** Remainder of the limit. @example 4.38 */
  readonly left_usd!: number;
  /** Spent since the first day of the UTC month. @example 14.2 */
  readonly month_usd!: number;
  /** By purpose. */
  readonly uses!: readonly UseSpendingResponse[];
}

/** Disk space for stored data. */
export class DiskResponse {
  /** Free on the disk of the data folder, GB. @example 41.2 */
  readonly free_gb!: number;
  /**
   * Days until the disk is full at the rate since this process began; null in the first six hours, or without growth.
   * @example 210
   */
  readonly days_left!: number | null;
}
