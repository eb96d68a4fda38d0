import { Inject, Injectable, Logger } from '@nestjs/common';
import { HOUR_MS } from '../../platform/common/durations';
import { groupBy } from '../../platform/common/group-by';
import { formatMillis } from '../../platform/common/utc-time';
import { withinTime } from '../../platform/common/within-time';
import { EvidenceRule } from '../evidence-rule';
import { JUDGE_MODEL, type JudgeModel } from './judge-model';
import { JUDGE_INSTRUCTIONS, type JudgeInstructions } from './judge-instructions.provider';
import { askJudge } from './ask-judge';
import { PAIRS_MAX, QUESTIONS_MAX, relevanceBy } from './judgement';
import { JudgeRepository, type NearItem, type NearMarket, type StoredVerdict } from './judge.repository';

interface JudgeReport {
  readonly asked: number;
  readonly verdicts: number;
  /** Why calls stopped, or faults of answers; null when none. */
  readonly told: string | null;
}

const WINDOW_HOURS = 72;
/** Calls per tick. */
const CALLS_MAX = 200;
const CALLS_AT_ONCE = 4;
/** Time limit per tick. */
const TIME_MAX_MS = 60_000;
/** Unreadable answers before the rule's result is kept. */
const TRIES_MAX = 2;
/** Verdicts per write. */
const STORED_AT_ONCE = 500;

/** Asks a judge about items near a question, newest first, in the background. Without answers the rule applies. */
@Injectable()
export class JudgeService {
  private readonly logger = new Logger('Judge');
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly repository: JudgeRepository,
    private readonly rule: EvidenceRule,
    @Inject(JUDGE_MODEL) private readonly model: JudgeModel | null,
    @Inject(JUDGE_INSTRUCTIONS) private readonly instructions: JudgeInstructions,
  ) {}

  get isOn(): boolean {
    return this.model !== null;
  }

  /** @param now UTC ms */
  async judge(now: number, ended: AbortSignal): Promise<JudgeReport> {
    const report = { asked: 0, verdicts: 0, told: null as string | null };
    const { model } = this;
    if (model === null) return report;
    const waiting = await this.repository.listUnjudged(now - WINDOW_HOURS * HOUR_MS, now, PAIRS_MAX, TRIES_MAX);
    const queue = waiting.slice(0, CALLS_MAX);
    const waitingToStore: StoredVerdict[] = [];
    // Serialized writes: concurrent ones would lock the same markets.
    let written = Promise.resolve();
    const store = (): Promise<void> => {
      const verdicts = waitingToStore.splice(0);
      written = written.then(() => this.repository.store(verdicts, model.name, this.instructions.sha256, now));
      return written;
    };
    const work = async (signal: AbortSignal): Promise<void> => {
      for (let item = queue.shift(); item !== undefined && !signal.aborted; item = queue.shift()) {
        const told = await this.judgeItem(model, item, now, signal);
        report.asked += 1;
        waitingToStore.push(...told.stored);
        if (waitingToStore.length >= STORED_AT_ONCE) await store();
        report.verdicts += told.verdicts;
        report.told = told.reason ?? report.told;
        // The judge is unreachable: the rest waits for the next tick.
        if (told.isAway) queue.length = 0;
      }
    };
    await withinTime(TIME_MAX_MS, ended, (signal) =>
      Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => work(signal))),
    );
    await store();
    if (report.told !== null)
      this.logger.warn(`${model.name}: ${report.told}; the rule decides where it did not judge`);
    return report;
  }

  private async judgeItem(
    model: JudgeModel,
    item: NearItem,
    now: number,
    signal: AbortSignal,
  ): Promise<{ stored: readonly StoredVerdict[]; verdicts: number; reason: string | null; isAway: boolean }> {
    const ladders = [...groupBy(item.markets, (market) => this.keyOf(market)).values()]
      .sort((one, other) => (other[0]?.relevance ?? 0) - (one[0]?.relevance ?? 0))
      .slice(0, QUESTIONS_MAX);
    const questions = ladders.flatMap(([first]) =>
      first === undefined ? [] : [{ question: first.question, day: first.deadline?.slice(0, 10) ?? null }],
    );
    const { title, summary, source, at } = item;
    const asked = { title, summary, source, at: formatMillis(at) };
    const { verdicts, faults, isAway } = await askJudge(model, this.instructions, asked, questions, now, signal);
    if (isAway) return { stored: [], verdicts: 0, reason: faults[0] ?? null, isAway };
    const stored = ladders.flatMap((markets, index) => {
      const verdict = verdicts.get(index);
      return verdict === undefined
        ? []
        : markets.map(({ market, relevance }) => ({
            item: item.id,
            market,
            ...verdict,
            relevance: relevanceBy(verdict.grade, relevance),
          }));
    });
    const left = ladders.filter((_, index) => !verdicts.has(index)).flatMap((markets) => markets);
    if (left.length > 0)
      await this.repository.noteTried(
        item.id,
        left.map(({ market }) => market),
      );
    return { stored, verdicts: verdicts.size, reason: faults[0] ?? null, isAway: false };
  }

  /** Rungs of one ladder ask the same. */
  private keyOf({ market, question, rules, deadline }: NearMarket): string {
    const known = this.keys.get(`${market} ${question}`);
    if (known !== undefined) return known;
    if (this.keys.size > KEYS_MAX) this.keys.clear();
    const { key } = this.rule.scopeOf({ id: market, question, description: rules, deadline });
    this.keys.set(`${market} ${question}`, key);
    return key;
  }
}

const KEYS_MAX = 10_000;
