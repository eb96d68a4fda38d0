import type { Instant } from '../http/field';

export class HealthResponse {
  /** Always ok; otherwise the status is 503. @example ok */
  readonly status = 'ok' as const;
  /** Time of the answer, UTC. @example 2026-05-07T12:00:00.000000Z */
  checked_at!: Instant;
}

export class ReadyResponse extends HealthResponse {
  /**
   * Why nothing can be written to disk; absent if it can.
   * @example "The data folder (DATA_DIR) is full: stored data is served, and nothing is signed or copied."
   */
  data_folder?: string;
  /**
   * Since when no tick has completed, if longer than three intervals; stored data are served.
   * @example "No tick has completed since 2026-05-07T11:20:00.000000Z; the log and /v1/status say why."
   */
  ticks?: string;
}
