import { Inject, Injectable } from '@nestjs/common';
import { CODE_COMMIT, CODE_VERSION } from '../platform/common/code-version.provider';
import { DAY_MS } from '../platform/common/durations';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ConfluenceService, type ConfluenceState } from '../confluence/confluence.service';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from '../confluence/source-type-seed.provider';
import { loadCalendar } from '../ingestion/calendar/calendar-files.provider';
import { eventsBetween } from '../ingestion/calendar/due-events';
import { addDays } from '../ingestion/calendar/calendar-entry';
import type { LanguageModel } from '../platform/models/language-model';
import { buildInput } from './input/build-input';
import { freezeInput, type FrozenInput } from './input/forecast-input';
import type { AskedMarket, CalendarRow, ConfluenceRow } from './input/input-rows';
import { InputRepository, type Scope } from './input/input.repository';
import { loadSeedRates, seedRates } from './input/seed-rates.provider';
import type { Instructions } from './instructions.provider';
import type { Trigger } from './trigger';

/** Days ahead in which what is due is shown, where the deadline is later. */
const CALENDAR_DAYS_MAX = 60;

/** Why a market is asked about. */
interface Occasion {
  readonly trigger: Trigger;
  /** Alert that asked, or null. */
  readonly alertId: string | null;
}

/** Reads everything known about one market now, and freezes it. */
@Injectable()
export class SnapshotService {
  private readonly entries = loadCalendar();

  constructor(
    private readonly repository: InputRepository,
    private readonly confluence: ConfluenceService,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param now UTC ms: nothing later is in the snapshot */
  async freeze(
    market: AskedMarket,
    { trigger, alertId }: Occasion,
    model: LanguageModel,
    instructions: Instructions,
    now: number,
  ): Promise<FrozenInput> {
    const ends = Date.parse(market.deadline ?? market.resolves_at);
    const since = now - windowMs(ends - now);
    const scope = await this.repository.getScope(market, now);
    const [group, twin, evidence, crowd, prices, moves, alert, settled, before, confluence] = await Promise.all([
      this.repository.getGroup(market, now),
      this.repository.getTwin(market),
      this.repository.listEvidence(market, since, now),
      this.repository.listCrowd(market, scope.direct, now),
      this.repository.listPrices(market, now),
      this.repository.listMoves(market, now),
      this.repository.getAlert(alertId),
      Number.isNaN(ends) ? [] : this.repository.listSettled(ends - now, now),
      this.repository.listForecasts(market, now),
      this.confluence.state(market.exchange, market.ticker, now),
    ]);
    const { input, words } = buildInput({
      frozenAt: now,
      since,
      market,
      group,
      prices,
      moves,
      twin,
      crowd,
      evidence,
      alert,
      relationships: ofParties(scope),
      calendar: this.due(scope.entities, now, ends),
      settled,
      seedRates: seedRates(
        loadSeedRates(),
        { eventType: market.event_type, daysLeft: Number.isNaN(ends) ? null : (ends - now) / DAY_MS },
        utcDate(now * 1000),
      ),
      before,
      confluence: confluenceRow(confluence, now),
      weights: this.seed.weights,
      partyOf: this.seed.partyOf,
      trigger,
      model: {
        name: model.provider,
        version: model.modelName,
        prompt_id: instructions.id,
        prompt_sha256: instructions.sha256,
        training_cutoff: this.environment.modelTrainingCutoff,
      },
      codeVersion: CODE_VERSION,
      codeCommit: this.environment.codeCommit ?? CODE_COMMIT,
      synthetic: this.environment.demo,
    });
    return freezeInput(input, words);
  }

  /** What is due from today to the deadline and touches the scope. */
  private due(scope: readonly string[], now: number, ends: number): CalendarRow[] {
    const today = utcDate(now * 1000);
    const furthest = addDays(today, CALENDAR_DAYS_MAX);
    const last = Number.isNaN(ends) ? furthest : utcDate(Math.max(now, ends) * 1000);
    return eventsBetween(this.entries, today, last < furthest ? last : furthest)
      .filter(({ entry }) => entry.category !== 'economy' && entry.entities.some((entity) => scope.includes(entity)))
      .map(({ entry, day, lastDay }) => ({
        date: day,
        last_date: lastDay,
        title: entry.title,
        confidence: entry.confidence,
        note: entry.note,
      }));
  }
}

/** Evidence is looked for as far back as there is time left, from 2 to 30 days. @param leftMs NaN for no deadline */
const windowMs = (leftMs: number): number =>
  Number.isNaN(leftMs) ? WINDOW_MIN_MS : Math.min(30 * DAY_MS, Math.max(WINDOW_MIN_MS, leftMs));

const WINDOW_MIN_MS = 2 * DAY_MS;

/** What ties the parties of the question to each other. */
const ofParties = ({ direct, relationships }: Scope): Scope['relationships'] =>
  relationships.filter(({ from, to }) => direct.includes(from) && direct.includes(to));

const confluenceRow = (result: ConfluenceState, now: number): ConfluenceRow => {
  const before = result.history.find(({ at }) => at <= now - DAY_MS);
  return {
    score: result.score,
    weighted_score: result.weightedScore,
    source_types: result.sourceTypes,
    window_hours: result.windowHours,
    families: result.independence.families.length,
    origins: result.independence.origins.length,
    languages: result.independence.languages.length,
    parties: result.independence.parties,
    score_24h_ago: before?.score ?? null,
    weighted_24h_ago: before?.weighted_score ?? null,
  };
};
