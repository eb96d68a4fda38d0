import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { formatMillis } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { DatasetRepository } from '../dataset/dataset.repository';
import { DatasetService } from '../dataset/dataset.service';
import type { ComparedAnswer } from '../grading/models-compared';
import { comparedAnswer } from './graded-answers';
import { leaderboard, type Leaderboard } from './leaderboard';

export interface LeaderboardDocument extends Leaderboard {
  readonly schema_version: '1.0.0';
  readonly generated_at: string;
  readonly synthetic: boolean;
}

/** The models side by side, from the rows of the dataset 0.2.0 of every population. */
@Injectable()
export class LeaderboardService {
  constructor(
    private readonly dataset: DatasetService,
    private readonly repository: DatasetRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async document(): Promise<LeaderboardDocument> {
    const answers: ComparedAnswer[] = [];
    for (const { population } of await this.repository.countPopulations())
      for await (const records of this.dataset.answerPages(population))
        answers.push(...records.flatMap((record) => comparedAnswer(record) ?? []));
    return {
      schema_version: '1.0.0',
      generated_at: formatMillis(nowMillis(this.clock)),
      synthetic: this.environment.demo,
      ...leaderboard(answers),
    };
  }
}
