/** Rules for calls: records of one call are adjacent, and have the models and arms of the policy alone. */
import { insist } from './finding';
import type { LoggedDocument } from './documents';
import { isObject, Members, sameJson } from './received-json';

/** Most markets of a call under a policy that does not state them. */
const MARKETS_MAX = 16;

/** The intents of one call about several markets follow each other in the order of its list. */
export class OpenCall {
  private first: Members | null = null;
  private joint: readonly unknown[] = [];
  private taken = 0;

  /** @param document the next of the log */
  take({ record, members }: LoggedDocument): void {
    const isIntent = record.kind === 'intent' && members.object['joint'] !== undefined;
    if (this.taken < this.joint.length) this.goOn(members, isIntent);
    else if (isIntent) this.begin(members);
  }

  /** At the end of the log. */
  finish(): void {
    insist(this.taken >= this.joint.length, this.first?.what ?? 'the log', 'names a market whose intent is missing');
  }

  private begin(intent: Members): void {
    this.first = intent;
    this.joint = intent.list('joint');
    this.taken = 1;
    intent.insist(this.joint.length > 1, 'joint names fewer than two markets');
    intent.insist(intent.object['event'] !== null, 'is one of several of its call, and of no event');
    intent.insist(isNamed(this.joint[0], intent), 'is not what its list names first');
  }

  private goOn(intent: Members, isIntent: boolean): void {
    const next =
      isIntent &&
      sameJson(intent.object['joint'], this.joint) &&
      isNamed(this.joint[this.taken], intent) &&
      ['exchange', 'event', 'policy_sha256'].every((name) => intent.object[name] === this.first?.object[name]);
    intent.insist(next, 'is where the next intent of the call before should follow');
    this.taken += 1;
  }
}

const isNamed = (one: unknown, { object }: Members): boolean =>
  isObject(one) &&
  one['bundle_id'] === `rb-${String(object['id']).slice(3)}` &&
  one['ticker'] === object['ticker'] &&
  one['input_sha256'] === object['input_sha256'];

/** Records of one answer, in one transaction: bundle, trade and shadows, then those of the next market of the call. */
export class AnswerBlock {
  private bundle: Members | null = null;

  /** @param document the next of the log */
  take({ record: { kind }, members }: LoggedDocument): void {
    const before = this.bundle;
    const goesOn = kind === 'trade' || kind === 'shadow';
    const own = goesOn ? members.object['bundle_id'] : placeBefore(members);
    if (goesOn || (kind === 'bundle' && own !== undefined))
      members.insist(before?.object['bundle_id'] === own, 'was written apart from the answer that it belongs to');
    if (!goesOn) this.bundle = kind === 'bundle' ? members : null;
  }
}

/** Id of the bundle of the market before it in its call; undefined for the first. */
const placeBefore = ({ object }: Members): unknown => {
  const joint = Array.isArray(object['joint']) ? object['joint'].filter(isObject) : [];
  const at = joint.findIndex((one) => one['bundle_id'] === object['bundle_id']);
  return joint[at - 1]?.['bundle_id'];
};

/** The bundles of one call are in the log with the same list, as many draws, and the reasoning of each. @throws Broken */
export const insistTogether = ({ members }: LoggedDocument, bundles: ReadonlyMap<string, LoggedDocument>): void => {
  const { joint } = members.object;
  if (!Array.isArray(joint)) return;
  for (const one of joint.filter(isObject)) {
    const id = String(one['bundle_id']);
    const other = bundles.get(id)?.members;
    const same = other !== undefined && sameJson(other.object['joint'], joint);
    members.insist(same, `was asked about together with ${id}, which is not in the log or says otherwise`);
    const agrees = other !== undefined && sameJson(reasonsOf(other), reasonsOf(members));
    members.insist(agrees, `has other reasons or another group than ${id}, which the same answer is about`);
  }
};

const reasonsOf = (bundle: Members): readonly unknown[] => {
  const { group } = bundle.at('input').at('question').object;
  return [...bundle.objects('draws').map((draw) => draw['reasoning']), isObject(group) && group['exclusive']];
};

/** @param rules the policy of the intent. @throws Broken */
export const checkCall = (intent: Members, rules: Members): void => {
  const most = rules.object['model_markets_per_call'] ?? MARKETS_MAX;
  const joint = intent.object['joint'] === undefined ? [] : intent.list('joint');
  intent.insist(joint.length <= Number(most), 'asks about more markets than the policy allows in a call');
  const seen = new Set<string>();
  for (const one of besideOf(intent)) {
    const model = one.at('model');
    const [arm, name, version] = [one.text('arm'), model.text('name'), model.text('version')];
    const own = name === rules.object['model_provider'] && version === rules.object['model_name'];
    const known = arm === 'A' ? rules.list('shadow_models').includes(name) : own && rules.list('arms').includes(arm);
    intent.insist(known && version !== '', `asks ${name} in arm ${arm} beside it, which the policy does not`);
    intent.insist(!seen.has(`${arm} ${name}`), `asks ${name} in arm ${arm} twice`);
    seen.add(`${arm} ${name}`);
  }
};

/** The shadows asked with an intent. */
const besideOf = (intent: Members): readonly Members[] =>
  intent.object['beside'] === undefined ? [] : intent.list('beside').map((one) => Members.of(intent.what, one));

/** One budget of calls to shadows. */
interface Purse {
  readonly arms: readonly string[];
  readonly limit: string;
  /** How many calls of it a prompt needs. */
  readonly wanted: (rules: Members) => number;
}

const listed = (rules: Members, name: string): readonly unknown[] =>
  rules.object[name] === undefined ? [] : rules.list(name);
const PURSES: readonly Purse[] = [
  { arms: ['A'], limit: 'shadow_calls_per_day', wanted: (rules) => listed(rules, 'shadow_models').length },
  ...['B', 'C'].map((arm) => ({
    arms: [arm],
    limit: 'arm_calls_per_day',
    wanted: (rules: Members) => (listed(rules, 'arms').includes(arm) ? 1 : 0),
  })),
];

interface Call {
  readonly date: string;
  readonly beside: readonly Members[];
  readonly rules: Members;
  /** Usable answers of the recorded model; 0 without one. */
  draws: number;
}

interface AskedIntent {
  readonly document: LoggedDocument;
  readonly rules: Members;
  readonly answer: LoggedDocument | null;
}

/** By id of the first bundle. */
const callsOf = (intents: Iterable<AskedIntent>): ReadonlyMap<string, Call> => {
  const calls = new Map<string, Call>();
  for (const { document, rules, answer } of intents) {
    const [first] = document.members.object['joint'] === undefined ? [] : document.members.list('joint');
    const key = isObject(first) ? String(first['bundle_id']) : `rb-${document.record.id.slice(3)}`;
    const date = document.record.made_at.slice(0, 10);
    const call = calls.get(key) ?? { date, beside: besideOf(document.members), rules, draws: 0 };
    call.draws = Math.max(call.draws, answer?.members.list('draws').length ?? 0);
    calls.set(key, call);
  }
  return calls;
};

const askedBeside = ({ arms }: Purse, { beside }: Call): number =>
  beside.filter((one) => arms.includes(one.text('arm'))).length;

const takenByDay = (calls: Iterable<Call>, taken: (call: Call) => number): ReadonlyMap<string, number> => {
  const days = new Map<string, number>();
  for (const call of calls) days.set(call.date, (days.get(call.date) ?? 0) + taken(call));
  return days;
};

/** Calls that were not put to each model and arm of the policy, though its calls of the day were left. */
export const leftOutBeside = (intents: Iterable<AskedIntent>): { readonly count: number; readonly calls: number } => {
  const calls = callsOf(intents);
  const left = new Set<string>();
  for (const purse of PURSES) {
    const days = takenByDay(calls.values(), (call) => askedBeside(purse, call));
    for (const [key, call] of calls)
      if (
        askedBeside(purse, call) < purse.wanted(call.rules) &&
        (days.get(call.date) ?? 0) < Number(call.rules.object[purse.limit] ?? 0)
      )
        left.add(key);
  }
  return { count: left.size, calls: calls.size };
};

/** Answers beyond the calls of a day, by the largest limit of its policies; unanswered calls are given back. */
export const beyondBudget = (intents: Iterable<AskedIntent>): { readonly count: number; readonly calls: number } => {
  const calls = [...callsOf(intents).values()].filter(({ draws }) => draws > 0);
  const own = { limit: 'model_calls_per_day', taken: (call: Call) => call.draws };
  const purses = PURSES.map((purse) => ({ ...purse, taken: (call: Call) => askedBeside(purse, call) }));
  let count = 0;
  for (const { limit, taken } of [own, ...purses]) {
    const most = new Map<string, number>();
    for (const { date, rules } of calls)
      most.set(date, Math.max(most.get(date) ?? 0, Number(rules.object[limit] ?? Infinity)));
    for (const [date, n] of takenByDay(calls, taken)) count += Math.max(0, n - (most.get(date) ?? 0));
  }
  return { count, calls: calls.length };
};
