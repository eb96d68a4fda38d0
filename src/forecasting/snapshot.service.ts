import { Inject, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { HOUR_MS } from '../common/durations';
import { packagePath } from '../common/package-root';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { ConfluenceService } from '../confluence/confluence.service';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from '../confluence/source-type-seed.provider';
import { loadCalendar } from '../ingestion/calendar/calendar-seed.service';
import { upcomingEvents } from '../ingestion/calendar/due-events';
import type { ForecastModel } from './forecast-model';
import { ForecastingRepository } from './forecasting.repository';
import { freezeInput, type FrozenInput } from './replay-bundle';
import { snapshotInput, type AskedMarket } from './snapshot';

/** Most items of one source type that the model is shown: the newest. */
const ITEMS_PER_TYPE = 8;
const CALENDAR_DAYS = 14;
const CALENDAR_MAX = 12;

const codeVersion = `vedette ${(JSON.parse(readFileSync(packagePath('package.json'), 'utf8')) as { version: string }).version}`;

/** Reads everything known about one market now, and freezes it. */
@Injectable()
export class SnapshotService {
  private readonly entries = loadCalendar();

  constructor(
    private readonly repository: ForecastingRepository,
    private readonly confluence: ConfluenceService,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param now UTC ms: nothing later is in the snapshot */
  async freeze(
    market: AskedMarket,
    model: ForecastModel,
    promptId: string,
    now: number,
  ): Promise<FrozenInput> {
    const windowHours = this.environment.confluenceWindowHours;
    const since = now - windowHours * HOUR_MS;
    const [{ scope, items }, result] = await Promise.all([
      this.repository.getScope(market.exchange, market.ticker).then(async (found) => ({
        scope: found,
        items: await this.repository.listEvidence(found.entities, since, now, ITEMS_PER_TYPE),
      })),
      this.confluence.getScore(market.exchange, market.ticker, now),
    ]);
    return freezeInput(
      snapshotInput({
        market,
        items,
        activations: scope.activations,
        confluence: {
          score: result.score,
          source_type_count: result.sourceTypes.length,
          source_types: result.sourceTypes,
          window_hours: result.windowHours,
        },
        calendar: this.upcoming(scope.entities, now),
        weights: this.seed.weights,
        model: { name: model.provider, version: model.modelName, prompt_id: promptId },
        codeVersion,
        synthetic: this.environment.demo,
      }),
    );
  }

  private upcoming(scope: readonly string[], now: number): { date: string; title: string }[] {
    return upcomingEvents(this.entries, now, CALENDAR_DAYS)
      .filter(({ entry }) => entry.entities.some((entity) => scope.includes(entity)))
      .slice(0, CALENDAR_MAX)
      .map(({ entry, day }) => ({ date: day, title: entry.title }));
  }
}
