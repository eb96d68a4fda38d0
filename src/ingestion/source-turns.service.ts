import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { RANDOM, type Random } from '../platform/common/random';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { UpstreamError } from '../platform/upstream/upstream-request';
import { SourceCatalogue } from './source-catalogue.service';
import { SourceRepository } from './source.repository';
import type { Source } from './source';
import { byTurn, isDue, isOurOutage, newRecord, recordFailure, type SourceRecord } from './source-state';

export interface Turn {
  readonly source: Source;
  readonly record: SourceRecord;
  /** Whether to pause after failures. */
  readonly resting: boolean;
}

@Injectable()
export class SourceTurns {
  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly repository: SourceRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'pollIntervalSeconds'>,
  ) {}

  /** Sources to poll, in order. @param only these alone, whether due or not; null for all due ones */
  async choose(only: readonly string[] | null): Promise<{ due: Turn[]; waiting: number }> {
    const records = await this.repository.records();
    const now = nowMillis(this.clock);
    const all = this.catalogue.sources
      .filter(({ id }) => only === null || only.includes(id))
      .map((source) => ({ source, record: records.get(source.id) ?? newRecord(source.id) }));
    const resting = !isOurOutage(all.map(({ record }) => record));
    const due = all
      .filter(({ record }) => only !== null || isDue(record, now, resting))
      .map((each) => ({ ...each, resting }))
      .sort((a, b) => byTurn(a.record, b.record));
    return { due, waiting: all.length - due.length };
  }

  afterFailure({ record, resting }: Turn, reason: string, error: unknown): SourceRecord {
    return recordFailure(record, {
      reason,
      now: nowMillis(this.clock),
      random: this.random(),
      askedMs: error instanceof UpstreamError ? (error.details.retryAfterMs ?? null) : null,
      intervalMs: this.environment.pollIntervalSeconds * 1_000,
      resting,
    });
  }
}
