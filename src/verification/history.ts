/** Checks every rule of docs/registry.md that relates a document to earlier ones, in log order. Pure. */
import { sha256Hex } from '../platform/common/sha256';
import { parseMicros } from '../platform/common/utc-time';
import { HOUR_MS } from '../platform/common/durations';
import { compareCodePoints } from '../platform/common/canonical-json';
import { checkBundle } from './bundle-rules';
import { AnswerBlock, checkCall, insistTogether, OpenCall } from './call-rules';
import { CombinedAnswers } from './combined-answers';
import { insistLimits } from './policy-rules';
import { checkBeside, checkShadow } from './shadow-rules';
import { planId } from '../registry/log/coverage';
import type { LoggedDocument } from './documents';
import { Broken, insist, OtherVersion } from './finding';
import { canonicalText, isObject, Members, shortly, type JsonObject } from './received-json';
import {
  checkExit,
  checkSettlement,
  checkTrade,
  dueSide,
  isQuotedInTime,
  SET_BACK_MS,
  type Side,
  type TradeHistory,
} from './trade-rules';

/** Time limit of an answer. */
const ANSWER_WITHIN_MICROS = HOUR_MS * 1000;

/** The supported format; docs/registry.md describes the others. */
export const LOG_FORMAT = 2;
/** ASCII only, so that no look-alike letters occur. */
const TICKERS: Readonly<Record<string, RegExp>> = {
  kalshi: /^[A-Z0-9][A-Z0-9._-]{0,127}$/,
  polymarket: /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
};

/** An intent, with the rules and open trades at that time, and its bundle. */
export interface IntentHistory {
  readonly document: LoggedDocument;
  readonly rules: Members;
  readonly open: readonly TradeHistory[];
  answer: LoggedDocument | null;
}

export class History {
  readonly policies: LoggedDocument[] = [];
  /** The invented archive that a demo states in its policy; null in any other log. */
  archive: string | null = null;
  readonly plans = new Map<string, LoggedDocument>();
  /** By the SHA-256 of the intent. */
  readonly intents = new Map<string, IntentHistory>();
  /** By id. */
  readonly bundles = new Map<string, LoggedDocument>();
  readonly trades = new Map<string, TradeHistory>();
  /** By id. */
  readonly shadows = new Map<string, LoggedDocument>();
  /** Settlement and corrections by `exchange/ticker`. */
  readonly settlements = new Map<string, LoggedDocument[]>();
  readonly seals = new Map<string, LoggedDocument>();
  readonly withdrawals: LoggedDocument[] = [];
  /** Event of a market in plans and intents, by `exchange/ticker`. */
  readonly events = new Map<string, string | null>();
  /** All versions of a market's question, by `exchange/ticker`: exchanges edit them. */
  readonly questions = new Map<string, Set<string>>();
  /** Markets with a bundle, by `exchange/ticker`. */
  private readonly forecast = new Set<string>();
  private readonly combined = new CombinedAnswers();
  private readonly call = new OpenCall();
  private readonly block = new AnswerBlock();
  /** Trades without an exit, by `exchange/ticker`. */
  private readonly open = new Map<string, Map<string, TradeHistory>>();
  /** Ids of trades that must exit after the last settlement. */
  private closing = new Set<string>();
  last: LoggedDocument | null = null;

  /** The policy in force; null before the first. */
  get policy(): LoggedDocument | null {
    return this.policies.at(-1) ?? null;
  }

  take(document: LoggedDocument): void {
    const { kind } = document.record;
    if (kind !== 'exit') this.insistClosed();
    this.call.take(document);
    this.block.take(document);
    if (kind === 'policy') this.takePolicy(document);
    else if (kind === 'plan') this.takePlan(document);
    else if (kind === 'intent') this.takeIntent(document);
    else if (kind === 'bundle') this.takeBundle(document);
    else if (kind === 'shadow') this.takeShadow(document);
    else if (kind === 'trade') this.takeTrade(document);
    else if (kind === 'exit') this.takeExit(document);
    else if (kind === 'settlement' || kind === 'correction') this.takeSettlement(document);
    else if (kind === 'seal') this.takeSeal(document);
    else if (kind === 'withdrawal') this.takeWithdrawal(document);
    else document.members.insist(kind === 'key', 'is of a kind that was never written');
    this.last = document;
  }

  /** Checks at the end of the log. */
  finish(): void {
    this.insistClosed();
    this.call.finish();
    if (this.policy === null && this.bundles.size > 0)
      throw new OtherVersion('the log', 'has forecasts and no policy: it is of version 0.1');
    let synthetic: boolean | null = this.archive === null ? null : true;
    for (const bundle of this.bundles.values()) {
      this.insistTraded(bundle);
      insistTogether(bundle, this.bundles);
      const own = bundle.members.at('input').object['synthetic'] === true;
      synthetic ??= own;
      bundle.members.insist(own === synthetic, `is ${own ? '' : 'not '}synthetic, unlike the rest of its log`);
    }
  }

  /** The current settlement of a market: the last correction, else the settlement. */
  settlementOf(market: string): Members | null {
    return this.settlements.get(market)?.at(-1)?.members ?? null;
  }

  /** The entry of a shadow in its intent, or null. */
  askedBeside({ members }: LoggedDocument): JsonObject | null {
    const beside = this.intents.get(members.text('intent_sha256'))?.document.members.list('beside') ?? [];
    const [arm, name] = [members.object['arm'], members.at('model').object['name']];
    const isIt = (one: JsonObject): boolean =>
      one['arm'] === arm && isObject(one['model']) && one['model']['name'] === name;
    return beside.filter(isObject).find(isIt) ?? null;
  }

  private takePolicy(document: LoggedDocument): void {
    const { members } = document;
    const before = this.policy?.record.sha256 ?? null;
    members.equal('supersedes', before, 'the policy before');
    const format = members.at('rules').object['log_format'];
    if (format !== LOG_FORMAT)
      throw new OtherVersion(members.what, `log_format is ${shortly(format)}, and this program knows ${LOG_FORMAT}`);
    this.takeArchive(members);
    insistLimits(members.at('rules'));
    const rules = canonicalText(members.at('rules').object);
    const id = `po-${sha256Hex(`${rules}|${before ?? ''}`).slice(0, 32)}`;
    members.equal('id', id, 'which follows from its rules');
    this.policies.push(document);
  }

  /** A demo has its own archive; other logs must use a public one. */
  private takeArchive({ object, what }: Members): void {
    const { archive } = object['rules'] as Readonly<Record<string, unknown>>;
    if (archive === undefined) return;
    const isAddress = typeof archive === 'string' && /^https:\/\/[a-z0-9.-]+$/.test(archive);
    if (!isAddress) throw new Broken(what, 'rules.archive is not an address of an archive');
    this.archive = archive;
  }

  private takePlan(document: LoggedDocument): void {
    const { members, record } = document;
    const date = record.made_at.slice(0, 10);
    members.equal('date', date, 'the day of its record');
    members.equal('id', planId(date), 'which follows from its day');
    members.insist(!this.plans.has(date), 'is the second plan of its day');
    this.insistPolicy(members);
    const rules = this.rules();
    const budget = members.at('budget');
    for (const name of ['calls_per_day', 'calls_per_tick'])
      budget.equal(name, rules.object[`model_${name}`], 'which the policy says');
    let last: readonly [string, string] | null = null;
    for (const entry of members.list('markets')) {
      const market = Members.of(members.what, entry);
      const at = [market.text('exchange'), market.text('ticker')] as const;
      const order = last === null ? -1 : compareCodePoints(last[0], at[0]) || compareCodePoints(last[1], at[1]);
      members.insist(order < 0, `markets is out of order or doubled at ${at.join('/')}`);
      this.takeEvent(market);
      last = at;
    }
    this.plans.set(date, document);
  }

  private takeIntent(document: LoggedDocument): void {
    const { members, record } = document;
    members.equal('asked_at', record.made_at, 'the instant of its record');
    members.sha256('input_sha256');
    const model = members.at('model');
    members.equal('prompt_sha256', model.object['prompt_sha256'], 'that of its model');
    members.insist(/^in-[0-9a-f]{32}$/.test(record.id), 'its id is not in- and 32 digits');
    this.insistPolicy(members);
    const rules = this.rules();
    model.equal('name', rules.object['model_provider'], 'which the policy says');
    members.equal('prompt_sha256', rules.object['prompt_sha256'], 'which the policy says');
    model.equal('version', rules.object['model_name'], 'which the policy says');
    model.equal('prompt_id', rules.object['prompt_id'], 'which the policy says');
    checkCall(members, rules);
    this.takeEvent(members);
    const open = [...(this.open.get(marketOf(members))?.values() ?? [])];
    this.intents.set(record.sha256, { document, rules, open, answer: null });
  }

  private takeBundle(document: LoggedDocument): void {
    const { members, record } = document;
    this.bundles.set(record.id, document);
    this.forecast.add(marketOfBundle(document));
    if (members.object['schema_version'] === '1.0.0') {
      members.insist(this.policy === null, 'is of version 1.0.0 under a policy, where an intent is needed');
      if (document.proven) checkBundle(members, null);
      return;
    }
    members.equal('schema_version', '2.0.0', 'the version that is known here');
    const intent = this.intents.get(members.text('intent_sha256'));
    members.insist(intent !== undefined, 'answers no intent of the log: it was forecast without one');
    if (intent === undefined) return;
    members.insist(intent.answer === null, 'answers an intent that is answered already');
    const asked = parseMicros(intent.document.record.made_at) ?? 0;
    const made = parseMicros(record.made_at) ?? 0;
    members.insist(made <= asked + ANSWER_WITHIN_MICROS, 'came more than an hour after its intent');
    members.insist(record.id.slice(3) === intent.document.record.id.slice(3), 'its id is not that of its intent');
    checkBundle(members, intent.document.members);
    checkBeside(members.at('input'), intent.document.members);
    members.at('input').equal('code_version', intent.rules.object['code_version'], 'which the policy says');
    members.insist(
      members.list('draws').length <= intent.rules.number('model_draws'),
      'has more draws than the policy allows',
    );
    this.combined.check(document, intent.rules, intent.document.record.made_at);
    this.combined.takeBundle(document, marketOfBundle(document));
    this.takeQuestion(members.at('input').at('question'));
    this.insistSide(document, intent);
    intent.answer = document;
  }

  private takeShadow(document: LoggedDocument): void {
    const { members, record } = document;
    const bundle = this.bundleNamed(members);
    const question = bundle.members.at('input').at('question');
    for (const name of ['exchange', 'ticker']) members.equal(name, question.object[name], 'which its bundle is about');
    members.equal('intent_sha256', bundle.members.object['intent_sha256'], 'that of its bundle');
    const intent = this.intents.get(members.text('intent_sha256'))?.document;
    members.insist(intent !== undefined, 'was asked without an intent');
    if (intent !== undefined) checkShadow(members, record, bundle.members, intent);
    this.shadows.set(record.id, document);
  }

  private takeTrade(document: LoggedDocument): void {
    const { members } = document;
    const bundle = this.bundleNamed(members);
    members.insist(this.last?.record.id === bundle.record.id, 'does not follow its bundle at once');
    this.insistPolicy(members);
    const rules = this.rules();
    checkTrade(members, bundle.members, rules);
    const input = bundle.members.at('input');
    const asked = this.intents.get(String(bundle.members.object['intent_sha256']))?.document.record.made_at ?? '';
    const inTime = input.at('market').object['quoted_at'] === null || isQuotedInTime(input, rules, asked, SET_BACK_MS);
    members.insist(inTime, 'was bought at a quote older than the policy allows');
    const trade = { document, bundle, exits: [] };
    const market = marketOf(members);
    this.trades.set(document.record.id, trade);
    this.open.set(market, (this.open.get(market) ?? new Map<string, TradeHistory>()).set(document.record.id, trade));
  }

  private takeExit(document: LoggedDocument): void {
    checkExit(document, this.trades, this.settlements, this.policy?.members.at('rules') ?? null);
    const id = document.members.text('trade_id');
    this.open.get(marketOf(document.members))?.delete(id);
    this.closing.delete(id);
  }

  /** Exits must directly follow their settlement. */
  private insistClosed(): void {
    const [left] = this.closing;
    insist(left === undefined, this.last?.members.what ?? 'the log', `leaves trade ${String(left)} of its market open`);
  }

  private takeEvent(members: Members): void {
    const [exchange, ticker] = [members.text('exchange'), members.text('ticker')];
    members.insist(TICKERS[exchange]?.test(ticker) === true, `${shortly(ticker)} is not a ticker of ${exchange}`);
    const market = marketOf(members);
    const event = members.textOrNull('event');
    const before = this.events.get(market);
    members.insist(
      before === undefined || before === event,
      `the event of ${market} is ${shortly(event)}, and ${shortly(before)} was sealed before`,
    );
    this.events.set(market, event);
  }

  private takeQuestion(question: Members): void {
    const market = marketOf(question);
    const asked = JSON.stringify([question.text('text'), question.object['label'], question.object['strike']]);
    this.questions.set(market, (this.questions.get(market) ?? new Set()).add(asked));
  }

  /** Exactly the forecasts with edge and confidence by the policy must be traded, on that side. */
  private insistSide({ members }: LoggedDocument, intent: IntentHistory): void {
    const side = members.at('prediction').textOrNull('side');
    const due = dueSide(members, intent.rules);
    const market = marketOf(members.at('input').at('question'));
    const isHeld = (one: Side): boolean =>
      [...(this.open.get(market)?.values() ?? [])].some((t) => sideOfTrade(t) === one);
    if (side === null) {
      const free = due === null || heldSides(intent).has(due) || isHeld(due);
      members.insist(free, `was not traded, and the policy buys ${String(due)} at its edge and confidence`);
      return;
    }
    members.insist(side === due, `bought ${shortly(side)}, and the policy buys ${due ?? 'nothing'}`);
    members.insist(due === null || !isHeld(due), 'was bought while a position on that side was open');
  }

  private takeSettlement(document: LoggedDocument): void {
    const { members, record } = document;
    const market = marketOf(members);
    const known = this.settlements.get(market) ?? [];
    members.insist(this.forecast.has(market), 'is the outcome of a market that was not forecast before');
    checkSettlement(members, record, known);
    this.settlements.set(market, [...known, document]);
    this.combined.takeDecision(document, market);
    const ended = record.kind === 'correction' ? [...this.trades.values()].filter(isSettledIn(market)) : [];
    const open = [...(this.open.get(market)?.values() ?? []), ...ended];
    this.closing = new Set(open.map((trade) => trade.document.record.id));
  }

  private takeSeal(document: LoggedDocument): void {
    const date = document.members.text('date');
    document.members.equal('id', `seal-${date}`, 'which follows from its day');
    document.members.insist(!this.seals.has(date), 'is the second seal of its day');
    this.seals.set(date, document);
  }

  private takeWithdrawal(document: LoggedDocument): void {
    const { members, record } = document;
    const item = members.text('item');
    const nth = 1 + this.withdrawals.filter((one) => one.members.object['item'] === item).length;
    members.insist(record.id === `w-${sha256Hex(item).slice(0, 24)}-${nth}`, 'its id does not follow from its item');
    for (const id of members.list('bundles').map(String)) {
      const input = this.bundles.get(id)?.members.object['input'];
      members.insist(input !== undefined, `names a bundle that is not in the log before it: ${id}`);
      const shown = canonicalText(input).includes(JSON.stringify(item));
      members.insist(shown, `names a bundle that does not hold its item: ${id}`);
    }
    this.withdrawals.push(document);
  }

  private bundleNamed(members: Members): LoggedDocument {
    const bundle = this.bundles.get(members.text('bundle_id'));
    members.insist(bundle !== undefined, 'names a bundle that is not in the log before it');
    members.equal('bundle_sha256', bundle?.record.sha256, 'that of its bundle');
    return bundle as LoggedDocument;
  }

  private insistPolicy(members: Members): void {
    members.equal('policy_sha256', this.policy?.record.sha256 ?? null, 'the policy in force');
  }

  private rules(): Members {
    const policy = this.policy;
    insist(policy !== null, 'the log', 'has a plan, an intent or a trade before any policy');
    return (policy as LoggedDocument).members.at('rules');
  }

  /** A bundle with a side must have a trade, and vice versa. */
  private insistTraded({ members, record, proven }: LoggedDocument): void {
    if (!proven || members.object['schema_version'] === '1.0.0') return;
    const side = members.at('prediction').textOrNull('side');
    const id = side === null ? null : tradeIdOf(record.id, side);
    members.insist(
      id === null || this.trades.has(id),
      `says that ${String(side)} was traded, and no trade is in the log`,
    );
  }
}

const sideOfTrade = ({ document }: TradeHistory): string => document.members.text('side');

/** Sides of a market that were held when it was asked about. */
export const heldSides = ({ open }: IntentHistory): ReadonlySet<string> => new Set(open.map(sideOfTrade));

/** Trades held to settlement, whose exits a correction replaces. */
const isSettledIn =
  (market: string) =>
  ({ document, exits }: TradeHistory): boolean =>
    marketOf(document.members) === market && exits.at(-1)?.members.object['reason'] === 'settled';

export const tradeIdOf = (bundleId: string, side: string): string =>
  `t-${sha256Hex(`${bundleId}|${side}`).slice(0, 24)}`;

export const marketOf = (members: Members): string => `${members.text('exchange')}/${members.text('ticker')}`;

export const marketOfBundle = ({ members }: LoggedDocument): string => marketOf(members.at('input').at('question'));
