/** Oddities of trades, quotes, markets, days and rivals of a whole log. Pure. */
import { DAY_MS, MINUTE_MS } from '../platform/common/durations';
import { decisiveOutcome } from '../grading/graded-rows';
import { everyday, told, type Gap } from './gap';
import { marketOf, marketOfBundle, type History } from './history';
import type { LoggedDocument } from './documents';
import { isObject, type JsonObject, type Members, millisOf, shortly } from './received-json';

/** Longer than two rounds of any usual deployment. */
const QUOTE_HOURS = 6;
/** From the quote to an early exit's record. */
const WRITTEN_WITHIN_MS = 10 * MINUTE_MS;

export const logOddities = (history: History): readonly (Gap | null)[] => [
  ...fees(history),
  ...earlyExits(history),
  otherQuotes(history),
  doubled(history),
  ...changed(history),
  unanswered(history),
  ...emptyDays(history),
  oldestQuotes(history),
  corrected(history),
  bothYes(history),
  lateSeals(history),
  otherMembers(history),
];

/** The schedule of a market changes seldom. */
const fees = ({ trades }: History): (Gap | null)[] => {
  const schedules = { polymarket: new Map<string, number>(), kalshi: new Map<string, number>() };
  const first = new Map<string, string>();
  let other = 0;
  for (const { document } of trades.values()) {
    const { exchange, fee_rate: stated = null, fee_exponent: exponent = null } = document.members.object;
    const rate = exchange === 'kalshi' ? (stated ?? GENERAL_RATE) : stated;
    const schedule = typeof rate === 'number' ? `rate ${rate} exponent ${shortly(exponent)}` : 'none';
    const counts = schedules[exchange === 'kalshi' ? 'kalshi' : 'polymarket'];
    counts.set(schedule, (counts.get(schedule) ?? 0) + 1);
    const market = marketOf(document.members);
    if (first.get(market) === undefined) first.set(market, schedule);
    else if (first.get(market) !== schedule) other += 1;
  }
  const differ = (name: string, counts: ReadonlyMap<string, number>): Gap | null => {
    const named = [...counts].map(([schedule, n]) => `${schedule} (${n})`).sort();
    return told(counts.size > 1 ? 1 : 0, `the fees at ${name} are not of one schedule: ${named.join(', ')}`);
  };
  return [
    everyday(other, trades.size, `${other} of ${trades.size} trades state another fee than the first of their market`),
    differ('Polymarket', schedules.polymarket),
    differ('Kalshi', schedules.kalshi),
  ];
};

/** Kalshi's, where a trade states none. */
const GENERAL_RATE = 0.07;

const earlyExits = ({ trades, policies }: History): (Gap | null)[] => {
  const early = [...trades.values()].flatMap(({ document, exits: [first] }) =>
    first === undefined || first.members.object['reason'] === 'settled'
      ? []
      : [{ exit: first.members, bought: document.members.at('quote').textOrNull('quoted_at') ?? '' }],
  );
  const seconds = Math.max(
    0,
    ...policies.map(({ members }) => Number(members.at('rules').object['quote_max_seconds'] ?? 0)),
  );
  const old = early.filter(({ exit, bought }) => {
    const quoted = exit.at('quote').text('quoted_at');
    return millisOf(exit.text('closed_at')) - millisOf(quoted) > seconds * 1000 + WRITTEN_WITHIN_MS || quoted < bought;
  }).length;
  return [
    told(early.length, `${early.length} of ${trades.size} trades were ended early, and are not graded`),
    everyday(
      old,
      early.length,
      `${old} of ${early.length} early exits were made at a quote older than the policy allows, or than that of their trade`,
    ),
  ];
};

/** A market has one quote at an instant, and an answer of an exchange states one quote. */
const otherQuotes = ({ bundles, trades, settlements }: History): Gap | null => {
  const seen = new Map<string, string>();
  let [other, of] = [0, 0];
  const take = (market: string, one: JsonObject): void => {
    const { quoted_at: at = null, raw_sha256: raw = null } = one;
    const stated = [
      market,
      ...['yes_bid', 'yes_ask', 'status', 'settlement_yes_price'].map((name) => one[name]),
    ].join();
    const places = [
      ...(at === null ? [] : [`${market} ${shortly(at)}`]),
      ...(raw === null ? [] : [`${shortly(raw)} ${'status' in one}`]),
    ];
    of += 1;
    if (places.some((place) => (seen.get(place) ?? stated) !== stated)) other += 1;
    for (const place of places) if (!seen.has(place)) seen.set(place, stated);
  };
  for (const bundle of bundles.values()) take(marketOfBundle(bundle), bundle.members.at('input').at('market').object);
  for (const { exits } of trades.values())
    for (const { members } of exits)
      if (isObject(members.object['quote'])) take(marketOf(members), members.object['quote']);
  for (const [market, words] of settlements) for (const { members } of words) take(market, members.object);
  const text = `${other} of ${of} quotes and outcomes differ from another of the same market and instant or answer`;
  return everyday(other, of, text);
};

/** Markets with the question of another of their exchange, or with its ticker but for case and leading zeros. */
const doubled = ({ bundles }: History): Gap | null => {
  const questions = new Map<string, Members>();
  for (const bundle of bundles.values())
    questions.set(marketOfBundle(bundle), bundle.members.at('input').at('question'));
  const seen = new Set<string>();
  let count = 0;
  for (const { object } of questions.values()) {
    const { exchange, ticker, text, label = null, deadline = null, resolves_at: ends } = object;
    const names = [
      [
        exchange,
        String(ticker)
          .toLowerCase()
          .replaceAll(/(?<!\d)0+(?=\d)/g, ''),
      ],
      [
        exchange,
        String(text)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
        label,
        deadline ?? ends,
      ],
    ].map((one) => JSON.stringify(one));
    if (names.some((name) => seen.has(name))) count += 1;
    for (const name of names) seen.add(name);
  }
  return everyday(
    count,
    questions.size,
    `${count} of ${questions.size} markets are another once more, by name or question`,
  );
};

/** Values that stay unless somebody changes them. A rival of many versions is ranked as many. */
const changed = ({ intents }: History): (Gap | null)[] => {
  const asked = [...intents.values()].map(({ document }) => document.members);
  const beside = asked.flatMap((intent) => intent.objects('beside'));
  const gap = (what: string, stated: readonly (readonly [name: unknown, value: unknown])[]): Gap | null => {
    const last = new Map<string, unknown>();
    let changes = 0;
    for (const [name, value] of stated) {
      const key = JSON.stringify(name);
      if (last.has(key) && last.get(key) !== value) changes += 1;
      last.set(key, value);
    }
    return everyday(changes, stated.length, `${what} changed ${changes} times in ${stated.length} questions`);
  };
  const commits = gap(
    'the commit of the program, under one policy,',
    [...intents.values()].map(({ document, answer }) => {
      const { code_commit: commit = null } = answer?.members.at('input').object ?? {};
      return [answer === null ? '' : document.members.object['policy_sha256'], commit];
    }),
  );
  return [
    // Releases up to 0.3 left a commit that was set by hand out of their policies.
    commits === null ? null : { ...commits, isLarge: false, counts: false },
    gap(
      'the version that is asked beside the recorded model',
      beside.flatMap(({ arm, model }) => (isObject(model) ? [[[model['name'], arm], model['version']] as const] : [])),
    ),
    gap(
      'the opening of an alert',
      [...intents.values()].flatMap(({ answer }) => {
        const { alert } = answer?.members.at('input').object ?? {};
        return isObject(alert) ? [[alert['id'], alert['opened_at']] as const] : [];
      }),
    ),
    gap(
      'the training cut-off of the recorded model',
      asked.map((intent) => {
        const { name, version, training_cutoff: cutoff = null } = intent.at('model').object;
        return [[name, version], cutoff];
      }),
    ),
  ];
};

/** Quotes and outcomes without an answer of their exchange. */
const unanswered = ({ bundles, trades, settlements }: History): Gap | null => {
  const quotes = [...bundles.values()].map(({ members }) => members.at('input').at('market').object);
  const exits = [...trades.values()].flatMap((trade) => trade.exits.map(({ members }) => members.object['quote']));
  const words = [...settlements.values()].flatMap((said) => said.map(({ members }) => members.object));
  const all = [...quotes, ...exits.filter(isObject), ...words];
  const without = all.filter(({ raw_sha256: raw = null }) => raw === null).length;
  return told(without, `${without} of ${all.length} quotes and outcomes name no answer of their exchange`);
};

/** Days and markets of which nothing was asked. */
const emptyDays = ({ policies, plans, intents, last }: History): (Gap | null)[] => {
  const begun = Math.floor(millisOf(policies[0]?.record.made_at) / DAY_MS);
  const days = Math.floor(millisOf(last?.record.made_at) / DAY_MS) - begun;
  const busy = new Set<number>();
  const asked = new Set<string>();
  for (const { document } of intents.values()) {
    busy.add(Math.floor(millisOf(document.record.made_at) / DAY_MS) - begun);
    asked.add(marketOf(document.members));
  }
  const empty =
    policies.length === 0 ? 0 : Array.from({ length: days }, (_, day) => day).filter((day) => !busy.has(day)).length;
  const planned = new Set<string>();
  for (const { members } of plans.values())
    for (const one of members.objects('markets')) planned.add(`${String(one['exchange'])}/${String(one['ticker'])}`);
  const never = [...planned].filter((market) => !asked.has(market)).length;
  return [
    told(empty, `on ${empty} of ${days} days nothing was asked`),
    told(never, `${never} of ${planned.size} planned markets were never asked about`),
  ];
};

const oldestQuotes = ({ policies }: History): Gap | null => {
  const hours =
    Math.max(0, ...policies.map(({ members }) => Number(members.at('rules').object['quote_max_seconds'] ?? 0))) / 3600;
  return told(
    hours > QUOTE_HOURS ? 1 : 0,
    `the policy lets quotes of ${Math.floor(hours)} hours count as those of the moment`,
  );
};

/** Few outcomes are taken back. */
const corrected = ({ settlements }: History): Gap | null => {
  const count = [...settlements.values()].filter((words) => words.length > 1).length;
  const gap = everyday(count, settlements.size, `${count} of ${settlements.size} outcomes were corrected`);
  return gap?.isLarge === true ? gap : null;
};

/** One market of an exclusive event can be YES. */
const bothYes = ({ bundles, settlements, events }: History): Gap | null => {
  const yes = new Map<string, Set<string>>();
  for (const bundle of bundles.values()) {
    const { group, exchange } = bundle.members.at('input').at('question').object;
    const market = marketOfBundle(bundle);
    const { status, settlement_yes_price: paid } = settlements.get(market)?.at(-1)?.members.object ?? {};
    const isYes = status === 'settled' && typeof paid === 'number' && decisiveOutcome(paid) === 'YES';
    if (!isYes || !isObject(group) || group['exclusive'] !== true) continue;
    const event = `${String(exchange)} ${String(events.get(market))}`;
    yes.set(event, (yes.get(event) ?? new Set()).add(market));
  }
  const count = [...yes.values()].reduce((sum, { size }) => sum + size - 1, 0);
  const text = `${count} outcomes are YES of an event of which one market alone can be`;
  return count === 0 ? null : { text, counts: true, isLarge: count > 1 };
};

/** Seals that state another time than that of their record. */
const lateSeals = ({ seals }: History): Gap | null => {
  const dated = [...seals.values()].filter(({ members }) => 'anchored_at' in members.object);
  const other = dated.filter(
    ({ members, record }) => Math.abs(millisOf(record.made_at) - millisOf(members.text('anchored_at'))) > 2 * MINUTE_MS,
  );
  return everyday(
    other.length,
    dated.length,
    `${other.length} of ${dated.length} seals state another time than that of their record`,
  );
};

/** Members of documents, besides the common ones. */
const MEMBERS = {
  policies: 'supersedes rules',
  plans: 'date policy_sha256 budget markets',
  intents:
    'exchange ticker event asked_at input_sha256 model prompt_sha256 trigger alert_id policy_sha256 beside joint',
  bundles: 'bundle_id intent_sha256 input input_sha256 prediction draws combined unsupported joint intel_summary',
  shadows:
    'bundle_id bundle_sha256 intent_sha256 exchange ticker arm input_sha256 evidence_sha256 model prediction unsupported',
  trades:
    'bundle_id bundle_sha256 policy_sha256 exchange ticker side opened_at price size fee_usd fee_rate fee_exponent stake_usd entry_mid edge quote',
  exits:
    'trade_id trade_sha256 exchange ticker side reason price fee_usd net_pnl closed_at quote settlement_sha256 replaces_sha256',
  settlements:
    'exchange ticker status settlement_yes_price outcome resolved_at resolved_at_stated settled_by raw_sha256 corrects_sha256',
  seals: 'date prev_hash day_sha256 combined_hash n_records tree_size root_hash anchored_at coverage_sha256 abandoned',
  withdrawals: 'item bundles',
} as const;

const otherMembers = (history: History): Gap | null => {
  const trades = [...history.trades.values()];
  const documents: Readonly<Record<keyof typeof MEMBERS, Iterable<LoggedDocument>>> = {
    policies: history.policies,
    plans: history.plans.values(),
    intents: [...history.intents.values()].map(({ document }) => document),
    bundles: history.bundles.values(),
    shadows: history.shadows.values(),
    trades: trades.map(({ document }) => document),
    exits: trades.flatMap(({ exits }) => exits),
    settlements: [...history.settlements.values()].flat(),
    seals: history.seals.values(),
    withdrawals: history.withdrawals,
  };
  const names = new Set<string>();
  for (const [kind, listed] of Object.entries(documents)) {
    const known = new Set([
      'schema_version',
      'kind',
      'id',
      'made_at',
      ...MEMBERS[kind as keyof typeof MEMBERS].split(' '),
    ]);
    for (const { members } of listed)
      for (const name of Object.keys(members.object)) if (!known.has(name)) names.add(`${shortly(name)} of ${kind}`);
  }
  return told(names.size, `documents have members that are not known here: ${[...names].sort().join(', ')}`);
};
