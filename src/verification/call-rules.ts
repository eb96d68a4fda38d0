/** Rules for calls: the intents of one stand together, and beside it only the models and arms of the policy are asked. */
import { insist } from './finding';
import type { LoggedDocument } from './documents';
import { isObject, Members, readObject, sameJson } from './received-json';

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
    insist(this.joint.length > 1, intent.what, 'joint names fewer than two markets');
    insist(intent.object['event'] !== null, intent.what, 'is one of several of its call, and of no event');
    insist(isNamed(this.joint[0], intent), intent.what, 'is not what its list names first');
  }

  private goOn(intent: Members, isIntent: boolean): void {
    const next =
      isIntent &&
      sameJson(intent.object['joint'], this.joint) &&
      isNamed(this.joint[this.taken], intent) &&
      ['exchange', 'event', 'policy_sha256'].every((name) => intent.object[name] === this.first?.object[name]);
    insist(next, intent.what, 'stands where the next intent of the call before should follow');
    this.taken += 1;
  }
}

const isNamed = (one: unknown, { object }: Members): boolean =>
  isObject(one) &&
  one['bundle_id'] === `rb-${String(object['id']).slice(3)}` &&
  one['ticker'] === object['ticker'] &&
  one['input_sha256'] === object['input_sha256'];

/** @param rules the policy of the intent. @throws Broken */
export const checkCall = (intent: Members, rules: Members): void => {
  const most = rules.object['model_markets_per_call'] ?? MARKETS_MAX;
  const joint = intent.object['joint'] === undefined ? [] : intent.list('joint');
  insist(joint.length <= Number(most), intent.what, 'asks about more markets than the policy allows in a call');
  const seen = new Set<string>();
  for (const one of besideOf(intent)) {
    const model = one.at('model');
    const [arm, name, version] = [one.text('arm'), model.text('name'), model.text('version')];
    const own = name === rules.object['model_provider'] && version === rules.object['model_name'];
    const known = arm === 'A' ? rules.list('shadow_models').includes(name) : own && rules.list('arms').includes(arm);
    insist(known && version !== '', intent.what, `asks ${name} in arm ${arm} beside it, which the policy does not`);
    insist(!seen.has(`${arm} ${name}`), intent.what, `asks ${name} in arm ${arm} twice`);
    seen.add(`${arm} ${name}`);
  }
};

/** What is asked beside an intent. */
const besideOf = (intent: Members): readonly Members[] =>
  intent.object['beside'] === undefined
    ? []
    : intent.list('beside').map((one) => new Members(intent.what, readObject(intent.what, one)));

/** One budget of calls beside the recorded model. */
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

/** Calls that were not put to each model and arm of the policy, though its calls of the day were left. */
export const leftOutBeside = (
  intents: Iterable<{ readonly document: LoggedDocument; readonly rules: Members }>,
): { readonly count: number; readonly calls: number } => {
  const calls = new Map<string, { readonly date: string; readonly beside: readonly Members[]; rules: Members }>();
  for (const { document, rules } of intents) {
    const [first] = document.members.object['joint'] === undefined ? [] : document.members.list('joint');
    const key = isObject(first) ? String(first['bundle_id']) : `rb-${document.record.id.slice(3)}`;
    if (!calls.has(key))
      calls.set(key, { date: document.record.made_at.slice(0, 10), beside: besideOf(document.members), rules });
  }
  const left = new Set<string>();
  for (const purse of PURSES) {
    const asked = (beside: readonly Members[]): number =>
      beside.filter((one) => purse.arms.includes(one.text('arm'))).length;
    const taken = new Map<string, number>();
    for (const { date, beside } of calls.values()) taken.set(date, (taken.get(date) ?? 0) + asked(beside));
    for (const [key, { date, beside, rules }] of calls)
      if (asked(beside) < purse.wanted(rules) && (taken.get(date) ?? 0) < Number(rules.object[purse.limit] ?? 0))
        left.add(key);
  }
  return { count: left.size, calls: calls.size };
};
