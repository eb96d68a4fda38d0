import { Instant } from '../http/field';

export class HealthResponse {
  /** Always ok; otherwise the answer is 503. @example ok */
  readonly status = 'ok' as const;
  /** When this was answered, UTC. @example 2026-05-07T12:00:00.000000Z */
  @Instant()
  checked_at!: string;
}

export class ReadyResponse extends HealthResponse {
  /**
   * Why nothing can be written to disk; only while that is so.
   * @example "The data folder (DATA_DIR) is full: what is stored is served, and nothing is signed or copied."
   */
  data_folder?: string;
  /**
   * Since when no tick has completed, where that is longer than three intervals; what is stored is served.
   * @example "No tick has completed since 2026-05-07T11:20:00.000000Z; the log and /v1/status say why."
   */
  ticks?: string;
}
