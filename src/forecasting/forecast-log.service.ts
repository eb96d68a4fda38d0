import { Inject, Injectable } from '@nestjs/common';
import { assert, present } from '../platform/common/assert';
import { canonicalJson } from '../platform/common/canonical-json';
import { CLOCK, nowMillis, type Clock } from '../platform/common/clock';
import { CODE_COMMIT, CODE_VERSION } from '../platform/common/code-version.provider';
import { HOUR_MS } from '../platform/common/durations';
import { formatMillis } from '../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { combine, type Combined } from '../grading/combination';
import { LogService, type AppendRequest } from '../registry/log/log.service';
import { RegistryRepository } from '../registry/registry.repository';
import { CalibrationService } from './calibration.service';
import {
  intentId,
  intentRequest,
  planRequest,
  policyRequest,
  policyRules,
  shadowRequest,
  tradeRequest,
  type Prepared,
} from './forecast-records';
import { ForecastingRepository } from './forecasting.repository';
import { readInstructions, type Instructions } from './instructions.provider';
import { ModelAsker } from './model-asker.service';
import type { TradeDecision } from './paper-trade';
import { predictionRow, type Asked } from './prediction-rows';
import { buildBundle } from './replay-bundle';
import type { ShadowReply } from './shadow-asker.service';

/** Logged intents by id of the future bundle, or why the log rejected them. */
export type Intents =
  | { readonly kind: 'logged'; readonly byBundle: ReadonlyMap<string, Intent> }
  | { readonly kind: 'refused'; readonly reason: string };

export interface Intent {
  readonly sha256: string;
  readonly askedAt: string;
}

/** A usable answer, and whether it is traded. */
export interface Concluded {
  readonly asked: Asked;
  readonly intent: Intent;
  readonly decision: TradeDecision;
  /** Shadow answers. */
  readonly beside: readonly ShadowReply[];
}

/** SHA-256 of the logged bundle, or why there is none. */
export type Recorded =
  { readonly kind: 'recorded'; readonly bundleSha256: string } | { readonly kind: 'refused'; readonly reason: string };

/** Writes forecasting records to the log: rules, plan, intents; then bundles with their trades. */
@Injectable()
export class ForecastLog {
  private readonly instructions: Instructions;
  /** The current policy, as last logged by this process. */
  private policy: { readonly rules: string; readonly sha256: string } | null = null;
  private plannedDate: string | null = null;

  constructor(
    private readonly log: LogService,
    private readonly registry: RegistryRepository,
    private readonly repository: ForecastingRepository,
    private readonly asker: ModelAsker,
    private readonly calibrations: CalibrationService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.instructions = readInstructions();
  }

  /** Logs changed rules and the day's plan; returns why not, or null. */
  async begin(): Promise<string | null> {
    const rules = this.rules();
    const text = canonicalJson(rules);
    const date = formatMillis(nowMillis(this.clock)).slice(0, 10);
    if (this.policy?.rules === text && this.plannedDate === date) return null;
    const tracked = await this.repository.listTracked(`${date}T00:00:00.000000Z`);
    const written = await this.log.write(async (tx, head) => {
      const newest = await this.registry.newestOf(tx, 'policy');
      const stated = newest === null ? null : await this.registry.getDocumentOf(newest.sha256);
      const same = stated !== null && rulesIn(stated) === text;
      const policy = policyRequest(rules, newest?.sha256 ?? null);
      const inForce = (sha256Of: (id: string) => string): string =>
        same && newest !== null ? newest.sha256 : sha256Of(policy.id);
      const budget = {
        calls_per_day: this.environment.modelCallsPerDay,
        calls_per_tick: this.environment.modelCallsPerTick,
      };
      // A clock that was set back over midnight is behind the log, by which the plan is dated.
      const logged = head.last_made_at?.slice(0, 10) ?? date;
      const plan = planRequest(logged > date ? logged : date, tracked, budget, inForce);
      return {
        documents: same ? [plan] : [policy, plan],
        value: same ? newest?.sha256 : null,
      };
    });
    if (written.kind === 'refused') return written.reason;
    const sha256 = written.value ?? present(written.records[0], 'policy').sha256;
    this.policy = { rules: text, sha256 };
    this.plannedDate = date;
    return null;
  }

  /** Logs the intents; no question may be asked without a logged intent. */
  async intend(prepared: readonly Prepared[]): Promise<Intents> {
    const reason = await this.begin();
    if (reason !== null) return { kind: 'refused', reason };
    const policy = this.inForce();
    const written = await this.log.appendAll(prepared.map((one) => intentRequest(one, policy)));
    if (written.kind === 'refused') return written;
    const byBundle = new Map(
      prepared.map(({ bundleId }, index) => {
        const { sha256, made_at } = present(written.records[index], 'intent');
        return [bundleId, { sha256, askedAt: made_at }];
      }),
    );
    return { kind: 'logged', byBundle };
  }

  /** Records answers in one transaction: bundles, predictions, paper trades and shadow answers; one result each. */
  async record(concluded: readonly Concluded[]): Promise<Recorded[]> {
    const now = nowMillis(this.clock);
    const overdue = concluded.filter(({ intent }) => now - Date.parse(intent.askedAt) >= HOUR_MS);
    const lateIds = new Set(overdue.flatMap(({ asked }) => idsOf(asked)));
    const late = ({ asked }: Concluded): boolean => lateIds.has(asked.id);
    const combined = await this.combinedOf(concluded);
    const documents = concluded.flatMap((one, at) =>
      late(one) ? [] : this.documentsOf(one, present(combined[at], 'combined')),
    );
    const written = await this.log.appendAll(documents);
    return concluded.map((one) => {
      if (late(one)) return { kind: 'refused', reason: 'the answer took more than an hour' };
      if (written.kind === 'refused') return { kind: 'refused', reason: `the log takes no record: ${written.reason}` };
      const at = documents.findIndex(({ id }) => id === one.asked.id);
      return { kind: 'recorded', bundleSha256: present(written.records[at], 'bundle').sha256 };
    });
  }

  /** Aggregates of the answers. The intents are in the log, so records before their day no longer change. */
  private async combinedOf(concluded: readonly Concluded[]): Promise<Combined[]> {
    const combined: Combined[] = [];
    for (const { asked, intent } of concluded) {
      const draws = asked.draws.map(({ probability_yes: probabilityYes }) => probabilityYes);
      const earlier = await this.calibrations.before(intent.askedAt.slice(0, 10), asked.frozen.input.model);
      combined.push(combine(draws, asked.forecast.probability_yes, earlier));
    }
    return combined;
  }

  private documentsOf({ asked, intent, decision, beside }: Concluded, combined: Combined): AppendRequest[] {
    const side = decision.kind === 'trade' ? decision.side : null;
    const bundle: AppendRequest = {
      id: asked.id,
      kind: 'bundle',
      build: ({ madeAt }) => {
        const made = { ...asked.forecast, model: asked.provider, side };
        const built = buildBundle({ id: asked.id, madeAt, intentSha256: intent.sha256 }, asked.frozen, made, {
          draws: asked.draws,
          combined,
          joint: asked.joint,
          unsupported: asked.unsupported,
        });
        const prediction = predictionRow(asked, madeAt, built.sha256, side);
        const items = Object.keys(asked.frozen.words).sort();
        return {
          ...built,
          also: [
            { query: 'forecasting/create-prediction', row: prediction },
            { query: 'forecasting/link-bundle', row: { bundle: asked.id, items } },
            {
              query: 'forecasting/link-intent',
              row: { bundle: asked.id, intent: intentId(asked.id) },
            },
            ...callLink(asked),
          ],
        };
      },
    };
    const { tradeStakeUsd } = this.environment;
    const trade = decision.kind === 'none' ? [] : [tradeRequest(asked, decision, tradeStakeUsd, this.inForce())];
    const shadows = beside.map((reply) =>
      shadowRequest({
        ...reply,
        bundleId: asked.id,
        intentSha256: intent.sha256,
        frozen: asked.frozen,
      }),
    );
    return [bundle, ...trade, ...shadows];
  }

  private inForce(): string {
    assert(this.policy !== null, 'a policy is in force');
    return this.policy.sha256;
  }

  private rules(): Readonly<Record<string, unknown>> {
    const { recorded, shadows, offReason } = this.asker;
    return policyRules({
      environment: this.environment,
      codeVersion: CODE_VERSION,
      codeCommit: this.environment.codeCommit ?? CODE_COMMIT,
      model: offReason === null ? recorded : null,
      shadows: shadows.map(({ provider }) => provider),
      instructions: this.instructions,
    });
  }
}

/** Ids of all bundles of a call, which are written together or not at all. */
const idsOf = ({ id, joint }: Asked): readonly string[] =>
  joint === null ? [id] : joint.map(({ bundle_id }) => bundle_id);

/** Links a prediction to the first of its call; nothing for that one, or for a call with one market. */
const callLink = ({ id, joint }: Asked) => {
  const first = joint?.[0]?.bundle_id ?? id;
  return first === id ? [] : [{ query: 'forecasting/link-call', row: { prediction: id, first } }];
};

const rulesIn = (text: string): string => canonicalJson((JSON.parse(text) as { rules: unknown }).rules);
