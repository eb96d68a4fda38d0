/** Finds and counts gaps that violate no rule: calls without answer, forecasts without outcome, withdrawals. Pure. */
import { decisiveOutcome } from '../grading/graded-rows';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/common/durations';
import { beyondBudget, leftOutBeside } from './call-rules';
import { marketOf, marketOfBundle, type History } from './history';
import { canonicalText, isObject, type Members, millisOf, without } from './received-json';
import { isFirstVersion, type LoggedDocument } from './documents';
import { forecastOddities } from './forecast-oddities';
import { everyday, EVERYDAY_COUNT, isMore, type Gap } from './gap';
import { logOddities } from './log-oddities';

/** Everyday share of calls without a usable answer. */
const UNANSWERED_SHARE = 0.08;
/** Other models are only called while there is budget: three in five may be missing. */
const SILENT_SHARE = 0.2;
/** Upper limit for the operator's setting. */
const SETTLEMENT_DAYS_MAX = 14;
/** Exchanges may list a question for longer than its deadline. */
const LISTED_AFTER_MS = 30 * DAY_MS;
/** Tolerated difference of two clocks. */
const CLOCK_MS = 5 * MINUTE_MS;
/** The plan of a day is written by its first round. */
const PLANNED_WITHIN_MS = HOUR_MS;

/** @param unlisted markets of plans missing in coverage @param now UTC ms */
export const gapsOf = (history: History, unlisted: readonly string[], now: number): readonly Gap[] =>
  [
    unanswered(history, now),
    overdue(history, now),
    postponed(history, now),
    returned(history),
    reworded(history),
    withoutIntent(history),
    late(history),
    ...silentBeside(history),
    notAskedBeside(history),
    overBudget(history),
    otherNames(history),
    withdrawn(history),
    unplanned(history),
    leftPlans(history),
    unlistedOf(history, unlisted),
    unknownDepth(history),
    ...forecastOddities(history),
    ...logOddities(history),
    toCome(history, now),
    otherRules(history),
    ...unsteadyRules(history),
  ].filter((gap) => gap !== null);

const most = (names: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [worst] = [...counts].sort((left, right) => right[1] - left[1]);
  return worst === undefined ? '' : `${worst[0]} ${worst[1]}`;
};

const percent = (count: number, of: number): string => `${Math.round((1000 * count) / of) / 10} %`;

const unanswered = ({ intents }: History, now: number): Gap | null => {
  const asked = [...intents.values()].filter(({ document }) => millisOf(document.record.made_at) + HOUR_MS < now);
  const missing = asked.filter(({ answer }) => answer === null).map(({ document }) => document.members);
  if (missing.length === 0) return null;
  const model = (members: Members): string => members.at('model').text('name');
  const worst = `most of ${most(missing.map(marketOf))}; of model ${most(missing.map(model))}`;
  // One unusable answer affects all markets of its call.
  const callOf = ({ object }: Members): string => canonicalText(object['joint'] ?? object['id']);
  const calls = new Set(asked.map(({ document }) => callOf(document.members))).size;
  const lost = new Set(missing.map(callOf)).size;
  const isLarge = lost > Math.max(EVERYDAY_COUNT, calls * UNANSWERED_SHARE);
  const text =
    `${missing.length} of ${asked.length} questions put to the model have no answer ` +
    `(${percent(missing.length, asked.length)}, of ${lost} of ${calls} calls; ${worst})`;
  return { text, isLarge, counts: isLarge };
};

const overdue = (history: History, now: number): Gap | null => {
  const newest = byMarket([...history.bundles.values()]);
  const late = [...newest].filter(([market, bundle]) => isOverdue(history, market, bundle, now));
  if (late.length === 0) return null;
  const names = late.slice(0, 3).map(([market]) => market);
  const text = `${late.length} of ${newest.size} forecast markets past their deadline have no outcome (${names.join(', ')})`;
  return { text, counts: true, isLarge: isMore(late.length, newest.size) };
};

/** Markets without an outcome whose end was already past by their first forecast, but was postponed since. */
const postponed = (history: History, now: number): Gap | null => {
  const first = byMarket([...history.bundles.values()].reverse());
  const newest = byMarket([...history.bundles.values()]);
  const moved = [...newest].filter(
    ([market, bundle]) =>
      !isOverdue(history, market, bundle, now) && isOverdue(history, market, first.get(market) ?? bundle, now),
  );
  const names = moved.slice(0, 3).map(([market]) => market);
  const text = `${moved.length} of ${newest.size} forecast markets have no outcome at their first deadline, and a later one since (${names.join(', ')})`;
  return everyday(moved.length, newest.size, text);
};

/** The last bundle of each market, by `exchange/ticker`. */
const byMarket = (bundles: readonly LoggedDocument[]): ReadonlyMap<string, LoggedDocument> =>
  new Map(bundles.map((bundle) => [marketOfBundle(bundle), bundle]));

const isOverdue = (history: History, market: string, bundle: LoggedDocument, now: number): boolean => {
  const days = history.policy?.members.at('rules').object['settlement_days'];
  const grace = Math.min(typeof days === 'number' ? days : 0, SETTLEMENT_DAYS_MAX) * DAY_MS;
  return history.settlementOf(market) === null && endOf(bundle) + grace < now;
};

/** Outcomes that decide nothing: stakes were returned or shared. */
const returned = ({ settlements }: History): Gap | null => {
  const last = [...settlements.values()].map((words) => words.at(-1)?.members.object ?? {});
  const undecided = last.filter(
    ({ status, settlement_yes_price: paid }) =>
      status === 'void' || typeof paid !== 'number' || decisiveOutcome(paid) === null,
  ).length;
  const text = `${undecided} of ${last.length} outcomes are void or a split: their stakes were returned or shared`;
  return everyday(undecided, last.length, text);
};

const reworded = ({ questions }: History): Gap | null => {
  const edited = [...questions].filter(([, texts]) => texts.size > 1).map(([market]) => market);
  const text = `${edited.length} of ${questions.size} markets were asked about in other words later (${edited.slice(0, 3).join(', ')})`;
  return everyday(edited.length, questions.size, text);
};

/** End of a market: its own deadline, and the end of its listing if that is within a month after it. */
const endOf = (bundle: LoggedDocument): number => {
  const question = bundle.members.at('input').at('question');
  const listed = millisOf(question.text('resolves_at'));
  const { deadline } = question.object;
  const own = typeof deadline === 'string' ? millisOf(deadline) : listed;
  return Math.min(Math.max(own, listed), own + LISTED_AFTER_MS);
};

const withoutIntent = ({ bundles }: History): Gap | null => {
  const count = [...bundles.values()].filter(isFirstVersion).length;
  if (count === 0) return null;
  const text = `${count} of ${bundles.size} forecasts were made without an intent, by version 0.1`;
  return { text, counts: true, isLarge: isMore(count, bundles.size) };
};

const late = (history: History): Gap | null => {
  const after = [...history.bundles.values()].filter((bundle) => {
    const words = history.settlements.get(marketOfBundle(bundle));
    const asked = history.intents.get(String(bundle.members.object['intent_sha256']))?.document.index ?? 0;
    // A correction may state a later instant than the one known before.
    return words?.some(({ index }) => index < asked) === true || isLate(bundle.record.made_at, words?.at(-1));
  }).length;
  const sold = [...history.trades.values()].filter(({ document, exits }) => {
    const exit = exits[0]?.members;
    const decided = history.settlements.get(marketOf(document.members))?.at(-1);
    return exit?.object['reason'] !== 'settled' && isLate(exit?.text('closed_at') ?? '', decided);
  }).length;
  if (after + sold === 0) return null;
  const text = `${after} forecasts and ${sold} early exits are not earlier than the outcome of their market`;
  return { text, counts: true, isLarge: isMore(after + sold, history.bundles.size) };
};

const isLate = (at: string, decided: LoggedDocument | undefined): boolean =>
  decided !== undefined && at >= decided.members.text('resolved_at');

/** Other models that were called with a recorded forecast but have no answer. */
const silentBeside = (history: History): (Gap | null)[] => {
  const asked = new Map<string, { asked: number; answered: number }>();
  const of = (name: string) => {
    const counts = asked.get(name) ?? { asked: 0, answered: 0 };
    asked.set(name, counts);
    return counts;
  };
  for (const { document, answer } of history.intents.values())
    if (answer !== null)
      for (const one of document.members.objects('beside'))
        if (isObject(one['model'])) of(`${String(one['model']['name'])} in arm ${String(one['arm'])}`).asked += 1;
  for (const { members } of history.shadows.values())
    of(`${members.at('model').text('name')} in arm ${members.text('arm')}`).answered += 1;
  return [...asked].map(([name, counts]) => {
    const silent = counts.asked - counts.answered;
    const text = `${name} did not answer ${silent} of ${counts.asked} questions`;
    // None of our own trades or grades depends on it.
    return silent === 0 ? null : { text, counts: silent > counts.asked * SILENT_SHARE, isLarge: false };
  });
};

const OTHER_MODEL = /^[A-Za-z0-9]|(?:^|[^A-Za-z])(?:nano|micro|mini|lite|small|flash|turbo|haiku)(?![A-Za-z])/i;

/** A shadow whose model name differs from the one called. */
const otherNames = (history: History): Gap | null => {
  const other = [...history.shadows.values()].filter((shadow) => {
    const asked = history.askedBeside(shadow)?.['model'];
    const version = isObject(asked) ? String(asked['version']) : '';
    const answered = shadow.members.at('model').text('version');
    // A provider may add a date or an edition to the name that was asked for, and no size.
    return !answered.startsWith(version) || OTHER_MODEL.test(answered.slice(version.length));
  }).length;
  if (other === 0) return null;
  const text = `${other} of ${history.shadows.size} answers beside the recorded one came from another model than the one asked`;
  return { text, counts: true, isLarge: isMore(other, history.shadows.size) };
};

const withdrawn = ({ withdrawals, bundles }: History): Gap | null => {
  const items = new Set(withdrawals.map(({ members }) => members.object['item'])).size;
  const of = new Set(withdrawals.flatMap(({ members }) => members.list('bundles'))).size;
  return everyday(
    of,
    bundles.size,
    `the words of ${items} items, shown in ${of} of ${bundles.size} forecasts, were withdrawn`,
  );
};

/** Days with calls that no plan precedes. */
const unplanned = ({ intents, plans }: History): Gap | null => {
  const asked = [...intents.values()].map(({ document }) => document.record.made_at);
  const first = new Map<string, string>();
  for (const at of asked.filter((one) => millisOf(one) % DAY_MS > PLANNED_WITHIN_MS).reverse())
    first.set(at.slice(0, 10), at);
  const without = [...first].filter(([date, at]) => (plans.get(date)?.record.made_at ?? at) >= at);
  if (without.length === 0) return null;
  const text = `${without.length} of ${first.size} days have no plan from before their questions`;
  return { text, counts: true, isLarge: without.length > 1 };
};

/** Forecast markets without an outcome that are missing in later plans. */
const leftPlans = (history: History): Gap | null => {
  const left = new Set<string>();
  const first = new Map<string, string>();
  for (const bundle of history.bundles.values())
    if (!first.has(marketOfBundle(bundle))) first.set(marketOfBundle(bundle), bundle.record.made_at);
  for (const [date, plan] of history.plans) {
    const planned = new Set(
      plan.members.objects('markets').map((one) => `${String(one['exchange'])}/${String(one['ticker'])}`),
    );
    for (const [market, madeAt] of first) {
      if (madeAt >= plan.record.made_at || planned.has(market)) continue;
      const resolved = history.settlements.get(market)?.[0]?.members.text('resolved_at');
      if (resolved === undefined || resolved.slice(0, 10) >= date) left.add(market);
    }
  }
  if (left.size === 0) return null;
  const text = `${left.size} markets that were forecast left the plans before they had an outcome (${[...left].slice(0, 3).join(', ')})`;
  return { text, counts: true, isLarge: left.size > 1 };
};

const unlistedOf = ({ plans }: History, unlisted: readonly string[]): Gap | null => {
  const planned = [...plans.values()].reduce((sum, { members }) => sum + members.list('markets').length, 0);
  const text = `the coverage of days does not list ${unlisted.length} of ${planned} planned markets (${unlisted.slice(0, 3).join(', ')})`;
  return everyday(unlisted.length, planned, text);
};

const unknownDepth = ({ trades }: History): Gap | null => {
  const early = [...trades.values()].flatMap(({ document, exits }) =>
    exits.flatMap(({ members }) =>
      isObject(members.object['quote'])
        ? [{ side: document.members.object['side'], quote: members.object['quote'] }]
        : [],
    ),
  );
  const unknown = early.filter(({ side, quote }) => quote[side === 'YES' ? 'bid_size' : 'ask_size'] === null).length;
  const text = `${unknown} of ${early.length} early exits were made where nothing is known of how much was wanted`;
  return unknown === 0 ? null : { text, counts: false, isLarge: false };
};

/** Models and arms of the policy that a call was not put to. */
const notAskedBeside = ({ intents }: History): Gap | null => {
  const { count, calls } = leftOutBeside(intents.values());
  return everyday(
    count,
    calls,
    `${count} of ${calls} calls were not put to every model and arm of the policy, and its calls of the day were left`,
  );
};

/** Answers beyond the calls that the policy allows in a day. */
const overBudget = ({ intents }: History): Gap | null => {
  const { count, calls } = beyondBudget(intents.values());
  return everyday(count, calls, `${count} of ${calls} answers are beyond the budgets of their day`);
};

/** A log that is ahead of the reader's clock. */
const toCome = ({ last }: History, now: number): Gap | null => {
  const at = last?.record.made_at ?? '';
  if (millisOf(at) <= now + CLOCK_MS) return null;
  return {
    text: `the last record is of a time to come, ${at}: one of two clocks is wrong`,
    counts: true,
    isLarge: false,
  };
};

/** Rules that changed between policies, the program among them. */
const otherRules = ({ policies }: History): Gap | null => {
  const rules = policies.map(({ members }) => members.at('rules').object);
  const names = new Set(rules.flatMap((one) => Object.keys(one)));
  const changed = [...names].filter((name) => new Set(rules.map((one) => JSON.stringify([one[name]]))).size > 1).sort();
  if (changed.length === 0) return null;
  const text = `${policies.length} policies differ in ${changed.join(', ')}: each trade follows the one of its moment`;
  return { text, counts: false, isLarge: false };
};

/** Rules that are changed again and again, or that a later policy no longer states. */
const unsteadyRules = ({ policies, last }: History): (Gap | null)[] => {
  const rules = policies.map(({ members }) => members.at('rules').object);
  const chosen = rules.map((one) => canonicalText(without(one, 'code_version', 'code_commit')));
  const changes = chosen.filter((one, at) => at > 0 && one !== chosen[at - 1]).length;
  const days = Math.ceil((millisOf(last?.record.made_at ?? '') - millisOf(policies[0]?.record.made_at ?? '')) / DAY_MS);
  const dropped = new Set(
    rules.flatMap((one, at) => Object.keys(rules[at - 1] ?? {}).filter((name) => !(name in one) && name !== 'archive')),
  );
  const names = [...dropped].sort().join(', ');
  return [
    everyday(changes, days, `rules that choose were changed ${changes} times in ${days} days`),
    dropped.size === 0 ? null : { text: `a later policy no longer states ${names}`, counts: true, isLarge: true },
  ];
};
