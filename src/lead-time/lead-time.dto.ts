/** How often one source, or kind of source, reported before prices moved. */
export class LeadTimeRowResponse {
  /** Source, or kind of source. @example telegram */
  readonly name!: string;
  /** Moves before which it reported. @example 12 */
  readonly moves!: number;
  /** Share of all moves. @example 0.6 */
  readonly share!: number;
  /**
   * The same share in the control periods: the same hours one day earlier, if the price did not move. Null without any.
   * @example 0.55
   */
  readonly control_share!: number | null;
  /** Median time from its first report to the move, seconds. @example 7200 */
  readonly median_first_lead_seconds!: number;
  /** Median time from its last report to the move, seconds. @example 900 */
  readonly median_last_lead_seconds!: number;
}

/** Sources that reported in the six hours before prices moved. */
export class LeadTimeResponse {
  /** Window, days. @example 90 */
  readonly days!: number;
  /** Moves of five points or more within six hours. @example 20 */
  readonly moves!: number;
  /** Moves that have a control period. @example 17 */
  readonly controls!: number;
  /** By kind of source. */
  readonly by_source_type!: readonly LeadTimeRowResponse[];
  /** By source. */
  readonly by_source!: readonly LeadTimeRowResponse[];
}
