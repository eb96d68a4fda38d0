import { OneOf } from '../platform/http/field';

/** What requests of one kind cost today. */
export class UseSpendingResponse {
  /** What they were for: recorded, arm, shadow, judge, posts. @example recorded */
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

/** Money of the UTC day for models or for X. */
export class SpendingResponse {
  /** What it is spent on. @example model */
  @OneOf(['model', 'x'])
  readonly purse!: string;
  /** Limit of a UTC day, US dollars. @example 5 */
  readonly limit_usd!: number;
  /** Spent, and set aside for requests under way. @example 0.62 */
  readonly spent_usd!: number;
  /** Left of the limit. @example 4.38 */
  readonly left_usd!: number;
  /** Spent since the first day of the UTC month. @example 14.2 */
  readonly month_usd!: number;
  /** By what it was for. */
  readonly uses!: readonly UseSpendingResponse[];
}

/** Room for what is stored. */
export class DiskResponse {
  /** Free on the disk of the data folder, GB. @example 41.2 */
  readonly free_gb!: number;
  /**
   * Days until it is full at the pace since this process began; null before six hours, and where it does not fill.
   * @example 210
   */
  readonly days_left!: number | null;
}
