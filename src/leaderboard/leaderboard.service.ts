import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { LastMade } from '../platform/common/last-made';
import { formatMillis } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { GraphService } from '../platform/graph/graph.service';
import type { PopulationCountsResponse } from '../dataset/dataset.dto';
import { DatasetRepository } from '../dataset/dataset.repository';
import { DatasetService } from '../dataset/dataset.service';
import type { ComparedAnswer } from '../grading/compared-answer';
import { comparedAnswer } from './graded-answers';
import { leaderboard } from './leaderboard';
import type { LeaderboardResponse } from './leaderboard.dto';

export interface ReasoningCount {
  readonly model: string;
  readonly reasonings: number;
  readonly unsupported: number;
}

/** How long a reader waits for a newer board if there is an earlier one. */
const READER_WAIT_MS = 400;

@Injectable()
export class LeaderboardService {
  private readonly boards = new LastMade<LeaderboardResponse>(READER_WAIT_MS);

  constructor(
    private readonly dataset: DatasetService,
    private readonly repository: DatasetRepository,
    private readonly graph: GraphService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async document(): Promise<LeaderboardResponse> {
    const populations = await this.repository.countPopulations();
    return this.boards.get('', JSON.stringify(populations), () => this.make(populations));
  }

  async reasonings(): Promise<readonly ReasoningCount[]> {
    return this.graph.read('leaderboard/count-unsupported');
  }

  private async make(populations: readonly PopulationCountsResponse[]): Promise<LeaderboardResponse> {
    const answers: ComparedAnswer[] = [];
    for (const { population } of populations)
      for await (const records of this.dataset.answerPages(population)) {
        answers.push(...records.flatMap((record) => comparedAnswer(record) ?? []));
        await nextTurn();
      }
    return {
      schema_version: '1.0.0',
      generated_at: formatMillis(nowMillis(this.clock)),
      synthetic: this.environment.demo,
      ...leaderboard(answers, new Map(populations.map((one) => [one.population, one.n_refused]))),
    };
  }
}
