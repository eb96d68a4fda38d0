import { Inject, Injectable } from '@nestjs/common';
import { CODE_COMMIT, CODE_VERSION } from '../platform/common/code-version.provider';
import { DAY_MS } from '../platform/common/durations';
import { utcDate } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import type { ConfluenceState } from '../confluence/confluence.dto';
import { ConfluenceService } from '../confluence/confluence.service';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from '../confluence/source-type-seed.provider';
import { loadCalendar } from '../ingestion/calendar/calendar-files.provider';
import { eventsBetween } from '../ingestion/calendar/due-events';
import { addDays } from '../ingestion/calendar/calendar-entry';
import type { LanguageModel } from '../platform/models/language-model';
import { backgroundOf } from './input/background';
import { buildInput } from './input/build-input';
import { freezeInput, type FrozenInput, type InputCalendarEntry } from './input/forecast-input';
import type { AskedMarket, ConfluenceRow } from './input/input-rows';
import { InputRepository, type Scope } from './input/input.repository';
import { loadSeedRates, seedRates } from './input/seed-rates.provider';
import type { Instructions } from './instructions.provider';
import type { Trigger } from './trigger';
import { pick } from '../platform/common/pick';

const CALENDAR_DAYS_MAX = 60;

interface Occasion {
  readonly market: AskedMarket;
  readonly trigger: Trigger;
  readonly alertId: string | null;
}

/** Maximum markets whose rows are in memory at once. */
const MARKETS_AT_ONCE = 16;

/** Reads the current data on markets and freezes an input for each. */
@Injectable()
export class SnapshotService {
  private readonly entries = loadCalendar();

  constructor(
    private readonly repository: InputRepository,
    private readonly confluence: ConfluenceService,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The input of each market, in order. @param now UTC ms: excludes later data */
  async freeze(
    asked: readonly Occasion[],
    model: LanguageModel,
    instructions: Instructions,
    now: number,
  ): Promise<FrozenInput[]> {
    const frozen: FrozenInput[] = [];
    for (let from = 0; from < asked.length; from += MARKETS_AT_ONCE)
      frozen.push(...(await this.freezeSome(asked.slice(from, from + MARKETS_AT_ONCE), model, instructions, now)));
    return frozen;
  }

  private async freezeSome(
    asked: readonly Occasion[],
    model: LanguageModel,
    instructions: Instructions,
    now: number,
  ): Promise<FrozenInput[]> {
    const markets = asked.map(({ market }) => market);
    const lefts = markets.map((market) => Date.parse(market.deadline ?? market.resolves_at) - now);
    const sinces = lefts.map((left) => now - windowMs(left));
    const scopes = await this.repository.scopes(markets, now);
    const at = <T>(rows: readonly T[], index: number): T => rows[index] as T;
    const [backgrounds, groups, twins, evidence, crowds, prices, moves, alerts, settled, before, confluences] =
      await Promise.all([
        this.repository.backgrounds(markets, now),
        this.repository.groups(markets, now),
        this.repository.twins(markets),
        this.repository.evidenceOf(
          markets.map((market, index) => ({ market, since: at(sinces, index) })),
          now,
        ),
        this.repository.crowds(
          markets.map((market, index) => ({ market, direct: at(scopes, index).direct })),
          now,
        ),
        this.repository.prices(markets, now),
        this.repository.moves(markets, now),
        Promise.all(asked.map(({ alertId }) => this.repository.getAlert(alertId))),
        this.repository.settledAt(lefts, now),
        this.repository.forecasts(markets, now),
        this.confluence.states(markets, now),
      ]);
    return asked.map(({ market, trigger }, index) => {
      const left = at(lefts, index);
      const scope = at(scopes, index);
      const confluence = confluences.find(
        ({ exchange, ticker }) => exchange === market.exchange && ticker === market.ticker,
      );
      const { input, words } = buildInput({
        frozenAt: now,
        since: at(sinces, index),
        market,
        group: at(groups, index),
        prices: at(prices, index),
        moves: at(moves, index),
        twin: at(twins, index),
        crowd: at(crowds, index),
        evidence: at(evidence, index),
        alert: at(alerts, index),
        relationships: ofParties(scope),
        background: backgroundOf(at(backgrounds, index), scope.direct, utcDate(now * 1000)),
        calendar: this.due(scope.entities, now, now + left),
        settled: at(settled, index),
        seedRates: seedRates(
          loadSeedRates(),
          { eventType: market.event_type, daysLeft: Number.isNaN(left) ? null : left / DAY_MS },
          utcDate(now * 1000),
        ),
        before: at(before, index),
        confluence: confluence === undefined ? null : confluenceRow(confluence, now),
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
    });
  }

  /** Calendar events of the scope from today to the deadline. */
  private due(scope: readonly string[], now: number, ends: number): InputCalendarEntry[] {
    const today = utcDate(now * 1000);
    const furthest = addDays(today, CALENDAR_DAYS_MAX);
    const last = Number.isNaN(ends) ? furthest : utcDate(Math.max(now, ends) * 1000);
    return eventsBetween(this.entries, today, last < furthest ? last : furthest)
      .filter(({ entry }) => entry.category !== 'economy' && entry.entities.some((entity) => scope.includes(entity)))
      .map(({ entry, day, lastDay }) => ({
        date: day,
        last_date: lastDay,
        ...pick(entry, 'title', 'confidence', 'note'),
      }));
  }
}

/** The evidence window is as long as the remaining time, from 2 to 30 days. @param leftMs NaN without a deadline */
const windowMs = (leftMs: number): number =>
  Number.isNaN(leftMs) ? WINDOW_MIN_MS : Math.min(30 * DAY_MS, Math.max(WINDOW_MIN_MS, leftMs));

const WINDOW_MIN_MS = 2 * DAY_MS;

/** Relationships between the parties of the question. */
const ofParties = ({ direct, relationships }: Scope): Scope['relationships'] =>
  relationships.filter(({ from, to }) => direct.includes(from) && direct.includes(to));

const confluenceRow = (result: ConfluenceState, now: number): ConfluenceRow => {
  const before = result.history.find(({ at }) => at <= now - DAY_MS);
  return {
    ...pick(result, 'score', 'weighted_score', 'source_types', 'window_hours'),
    families: result.independence.families.length,
    origins: result.independence.origins.length,
    languages: result.independence.languages.length,
    parties: result.independence.parties,
    score_24h_ago: before?.score ?? null,
    weighted_24h_ago: before?.weighted_score ?? null,
  };
};
