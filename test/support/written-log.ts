/**
 * A complete log as text, written by the rules of docs/registry.md alone: policy, plans, intents,
 * bundles, trades, exits, settlements with a correction, seals and a withdrawal.
 */
import { canonicalJson, canonicalizeText } from '../../src/platform/common/canonical-json';
import { sha256Hex } from '../../src/platform/common/sha256';
import { round4 } from '../../src/platform/common/ten-thousandths';
import {
  formatMicros,
  MICROS_PER_DAY,
  nextDate,
  parseMicros,
  startOfDay,
  utcDate,
} from '../../src/platform/common/utc-time';
import { calibrationBefore, combine, type Combined, type EarlierDecision } from '../../src/grading/combination';
import { dayFileText, type CoverageEntry } from '../../src/registry/log/day-file';
import { linkDay, GENESIS_HASH } from '../../src/registry/proofs/hash-chain';
import { recordLeaf, type LogRecord } from '../../src/registry/log/log-record';
import type { RecordKind } from '../../src/registry/log/kinds';
import {
  appendLeaf,
  planConsistency,
  planInclusion,
  rootOf,
  type Frontier,
  type TreeNode,
} from '../../src/registry/proofs/merkle-tree';
import { rootOfLeaves } from './root-of-leaves';
import { keyChangeId, keyChangeText } from '../../src/registry/log/key-change';
import { checkpointText, noteSigner, signedBy, type NoteSigner } from '../../src/registry/proofs/signed-note';

export const ORIGIN = 'log.test/registry';
export const BASE = 'http://log.test';
export const SIGNER = noteSigner(ORIGIN, Buffer.alloc(32, 7));

const HOUR = 3_600_000_000;
const digits = (text: string, length: number): string => sha256Hex(text).slice(0, length);
const canonical = (value: unknown): string => canonicalizeText(JSON.stringify(value));

const RULES = {
  code_commit: null,
  code_version: 'vedette test',
  log_format: 2,
  settlement_days: 7,
  quote_max_seconds: 1200,
  confluence_window_hours: 72,
  model_calls_per_day: 200,
  model_calls_per_tick: 8,
  model_draws: 3,
  model_min_score: 0.4,
  model_name: 'claude-x',
  model_price_move: 0.05,
  model_provider: 'claude',
  model_repeat_hours: 20,
  prompt_id: 'forecast-3',
  prompt_sha256: digits('prompt', 64),
  shadow_models: ['gpt'],
  shadow_calls_per_day: 200,
  arms: [],
  arm_calls_per_day: 100,
  calibration_markets_min: 1,
  combination: 1,
  track_record_days: 90,
  trade_min_confidence: 0.74,
  trade_min_edge: 0.03,
  trade_stake_usd: 100,
  trade_stop_loss_share: 0.1,
  trade_take_profit_share: 0.97,
} as const;

/** One signed log that grows: documents with their records, days that are sealed. */
export class WrittenLog {
  readonly records: LogRecord[] = [];
  readonly texts: string[] = [];
  readonly days: string[] = [];
  readonly index: Record<string, unknown>[] = [];
  readonly words = new Map<string, Record<string, unknown>>();
  private leaves: string[] = [];
  private frontier: Frontier = [];
  /** By record: a document never changes. */
  private readonly documents = new Map<LogRecord, Record<string, unknown>>();
  /** Hashes of complete subtrees by level and index, and signed heads by size. */
  private readonly subtrees = new Map<string, string>();
  private readonly notes = new Map<number, string>();
  /** Signers of trees, each from a size on. */
  private readonly signers: { readonly from: number; readonly signer: NoteSigner }[] = [{ from: 0, signer: SIGNER }];

  constructor(private at: number) {}

  /** Moves the clock. @param micros UTC */
  until(micros: number): void {
    this.at = Math.max(this.at, micros);
  }

  get now(): string {
    return formatMicros(this.at);
  }

  /** @param members may depend on the instant at which the document enters the log */
  append(kind: RecordKind, id: string, members: (madeAt: string) => object): LogRecord {
    this.at += 1_000_007;
    const madeAt = this.now;
    const text = canonicalJson(
      kind === 'bundle' ? members(madeAt) : { schema_version: '1.0.0', ...members(madeAt), kind, id, made_at: madeAt },
    );
    const record = { id, kind, made_at: madeAt, sha256: sha256Hex(text) };
    this.records.push(record);
    this.documents.set(record, JSON.parse(text) as Record<string, unknown>);
    this.texts.push(text);
    this.frontier = appendLeaf(this.frontier, this.leaves.length, recordLeaf(record)).frontier;
    this.leaves.push(recordLeaf(record));
    return record;
  }

  /** At a given instant. @param madeAt later than that of every record before */
  appendAt(madeAt: string, kind: RecordKind, id: string, members: object): LogRecord {
    this.at = (parseMicros(madeAt) ?? 0) - 1_000_007;
    return this.append(kind, id, () => (kind === 'bundle' ? { ...members, made_at: madeAt } : members));
  }

  document(record: LogRecord): Record<string, unknown> {
    return this.documents.get(record) ?? {};
  }

  root(size = this.records.length): string {
    return size === this.leaves.length ? rootOf(this.frontier) : rootOfLeaves(this.leaves.slice(0, size));
  }

  note(size = this.records.length): string {
    const signer = this.signers.findLast(({ from }) => from <= size)?.signer ?? SIGNER;
    const note =
      this.notes.get(size) ??
      signer.sign(checkpointText({ origin: ORIGIN, treeSize: size, rootHash: this.root(size) }));
    this.notes.set(size, note);
    return note;
  }

  get vkey(): string {
    return this.signers.at(-1)?.signer.vkey ?? SIGNER.vkey;
  }

  /** Another key, named by the previous one. @param said false members of its record */
  changeKey(next: NoteSigner, said: Record<string, unknown> = {}): LogRecord {
    const { signer } = this.signers.at(-1) ?? { signer: SIGNER };
    const note = signedBy([signer, next], keyChangeText(ORIGIN, signer.vkey, next.vkey));
    const document = { previous: signer.vkey, vkey: next.vkey, note, ...said };
    const record = this.append('key', keyChangeId(document.vkey), () => document);
    this.signers.push({ from: this.records.length, signer: next });
    return record;
  }

  path(index: number): string[] {
    return planInclusion(index, this.records.length).path((node) => this.subtree(node));
  }

  /** That the log of its first records is the beginning of the log. */
  consistency(first: number): string[] {
    return planConsistency(first, this.records.length).path((node) => this.subtree(node));
  }

  private subtree({ level, index }: TreeNode): string {
    const name = `${level}/${index}`;
    const hash =
      this.subtrees.get(name) ?? rootOfLeaves(this.leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));
    this.subtrees.set(name, hash);
    return hash;
  }

  /** The file of a day, sealed with its coverage or open. */
  dayText(date: string, coverage: readonly CoverageEntry[] | null): string {
    const before = this.records.filter(({ made_at }) => made_at.slice(0, 10) < date).length;
    const records = this.records.filter(({ made_at }) => made_at.slice(0, 10) === date);
    const size = before + records.length;
    return dayFileText({
      origin: ORIGIN,
      date,
      prev_hash: (this.index.at(-1)?.['combined_hash'] as string | undefined) ?? GENESIS_HASH,
      first_leaf_index: before,
      records,
      root_hash: this.root(size),
      checkpoint: this.note(size),
      coverage,
    });
  }

  /** @param seal its instant, and the one that it states */
  seal(
    date: string,
    coverage: readonly CoverageEntry[],
    abandoned: readonly string[],
    seal: { readonly says?: string; readonly written?: string } = {},
  ): void {
    const sealedAt = parseMicros(seal.written ?? '') ?? startOfDay(nextDate(date)) + 5_000_000;
    const text = this.dayText(date, coverage);
    const link = linkDay((this.index.at(-1)?.['combined_hash'] as string | undefined) ?? GENESIS_HASH, date, text);
    const { n_records, tree_size, root_hash } = JSON.parse(text) as Record<string, number | string>;
    this.days.push(text);
    this.index.push({
      ...link,
      n_records,
      tree_size,
      root_hash,
      url: `${BASE}/api/registry/${date}.json`,
      anchored_at: seal.says ?? formatMicros(sealedAt),
      wayback_url: null,
    });
    this.until(sealedAt);
    const sealed = JSON.parse(text) as { coverage: unknown };
    this.append('seal', `seal-${date}`, () => ({
      date,
      prev_hash: link.prev_hash,
      day_sha256: link.day_sha256,
      combined_hash: link.combined_hash,
      n_records,
      tree_size,
      root_hash,
      anchored_at: this.index.at(-1)?.['anchored_at'],
      coverage_sha256: sha256Hex(canonical(sealed.coverage)),
      abandoned: [...abandoned].sort(),
    }));
  }
}

const MARKETS = Array.from({ length: 6 }, (_, index) => ({
  exchange: index % 2 === 0 ? 'kalshi' : 'polymarket',
  ticker: `KX-${index}`,
  event: index < 3 ? 'EV' : null,
})).sort((left, right) => (left.exchange + left.ticker < right.exchange + right.ticker ? -1 : 1));

type Market = (typeof MARKETS)[number];

const quoteOf = (market: Market, day: number, at: string) => {
  const bid = round4(0.3 + 0.05 * day + 0.02 * Number(market.ticker.slice(3)));
  return {
    yes_price: round4(bid + 0.01),
    yes_bid: bid,
    yes_ask: round4(bid + 0.02),
    spread: 0.02,
    bid_size: 400,
    ask_size: 150.5,
    quoted_at: at,
    raw_sha256: digits(`quote ${market.ticker} ${day}`, 64),
  };
};

const RESOLVES_AT = '2027-06-01T00:00:00.000000Z';

const daysUntil = (at: string): number =>
  round4(((parseMicros(RESOLVES_AT) ?? 0) - (parseMicros(at) ?? 0)) / MICROS_PER_DAY);

/** Of the schedule that Polymarket's markets have here. */
const FEE_RATE = 0.04;

const feeOf = (exchange: string, size: number, price: number): number =>
  exchange === 'kalshi'
    ? Math.ceil(Math.round(7 * size * price * (1 - price) * 1e6) / 1e6) / 100
    : round4(size * FEE_RATE * price * (1 - price));

/** Asks about one market: intent, bundle, and trade where the odds are good. */
const forecast = (log: WrittenLog, market: Market, day: number, policy: string): void => {
  const frozenAt = log.now;
  const items = [0, 1].map((nth) => {
    const key = `n-${market.ticker.toLowerCase()}-${day}-${nth}`;
    const words = { title: `Report ${nth} of ${market.ticker}`, extract: null, url: `https://news.example/${key}` };
    return {
      key,
      words,
      item: {
        key,
        source_type: 'news',
        category: 'english_media',
        source: 's',
        published_at: null,
        first_seen_at: frozenAt,
        lang: nth === 0 ? 'en' : 'he',
        content_sha256: sha256Hex(canonical(words)),
      },
    };
  });
  const model = {
    name: 'claude',
    version: 'claude-x',
    prompt_id: RULES.prompt_id,
    prompt_sha256: RULES.prompt_sha256,
    training_cutoff: '2026-01',
  };
  const input = {
    now: { frozen_at: frozenAt, days_left: daysUntil(frozenAt) },
    question: {
      text: `Will ${market.ticker} happen?`,
      exchange: market.exchange,
      ticker: market.ticker,
      resolves_at: RESOLVES_AT,
      closes_at: null,
      theater: 'iran',
      event_type: null,
    },
    market: quoteOf(market, day, frozenAt),
    items: items.map(({ item }) => item),
    crowd: [],
    ontology: [{ from: 'iran', to: 'israel', type: 'HOSTILE_TO' }],
    trigger: 'schedule',
    alert: null,
    model,
    code_version: 'vedette test',
    code_commit: null,
    synthetic: false,
  };
  const inputSha256 = sha256Hex(canonicalJson(input));
  const id = digits(`${market.ticker} ${day}`, 32);
  const intent = log.append('intent', `in-${id}`, (madeAt) => ({
    alert_id: null,
    asked_at: madeAt,
    exchange: market.exchange,
    ticker: market.ticker,
    event: market.event,
    input_sha256: inputSha256,
    model,
    prompt_sha256: model.prompt_sha256,
    trigger: 'schedule',
    policy_sha256: policy,
    beside: [{ arm: 'A', input_sha256: inputSha256, model: { name: 'gpt', version: 'gpt-x' } }],
  }));
  if (market.ticker === 'KX-5') return;
  // Each side once, so that no position is bought while one on its side is open.
  const side = market.ticker < 'KX-3' && day < 2 ? ((market.ticker === 'KX-1') === (day === 0) ? 'NO' : 'YES') : null;
  const probability = side === 'NO' ? 0.1 : 0.7;
  const answer = (shift: number) => ({
    probability_yes: probability + shift,
    confidence: side === null ? 0.5 : 0.8,
    direction: 'ESCALATE',
    reasoning: `Because ${shift}.`,
  });
  const rounded = (draw: ReturnType<typeof answer>) => ({
    ...draw,
    probability_yes: Math.round(draw.probability_yes * 1000) / 1000,
  });
  const middle = rounded(answer(0));
  const draws = [rounded(answer(0.05)), middle, rounded(answer(-0.02))];
  const bundle = log.append('bundle', `rb-${id}`, (madeAt) => ({
    schema_version: '2.0.0',
    bundle_id: `rb-${id}`,
    made_at: madeAt,
    intent_sha256: intent.sha256,
    input,
    input_sha256: inputSha256,
    prediction: { model: 'claude', side, ...middle },
    draws,
    combined: combinedIn(log, `rb-${id}`, { input, prediction: middle, draws }),
    intel_summary: {
      num_items: 3,
      by_source_type: { english_media: 2, ontology_activation: 1 },
      languages: ['en', 'he'],
    },
  }));
  log.words.set(bundle.id, Object.fromEntries(items.map(({ key, words }) => [key, words])));
  if (side !== null) trade(log, bundle, side, policy);
  log.append('shadow', `sh-${id}-gpt`, () => ({
    bundle_id: bundle.id,
    bundle_sha256: bundle.sha256,
    exchange: market.exchange,
    ticker: market.ticker,
    intent_sha256: intent.sha256,
    arm: 'A',
    input_sha256: inputSha256,
    evidence_sha256: sha256Hex(canonicalJson({ ...input, model: undefined })),
    model: { name: 'gpt', version: 'gpt-x' },
    prediction: { confidence: 0.5, direction: 'SKIP', probability_yes: 0.5, reasoning: '' },
  }));
};

/** `combined` of a bundle to come, from the log before the day of its intent. */
export const combinedIn = (log: WrittenLog, bundleId: string, { input, prediction, draws }: Bundle): Combined => {
  const intent = log.records.find(({ id }) => id === `in-${bundleId.slice(3)}`);
  const date = (intent?.made_at ?? log.now).slice(0, 10);
  const before = log.records
    .filter((record) => record.made_at < date)
    .map((record) => [record, log.document(record) as unknown as Bundle & Decision] as const);
  const forecasts = before.flatMap(([{ kind, made_at }, made]) =>
    kind === 'bundle' && made.input.model.version === input.model.version
      ? {
          market: `${made.input.question.exchange}/${made.input.question.ticker}`,
          probability_yes: made.prediction.probability_yes,
          market_yes_price: made.input.market.yes_price,
          made_at,
          closes_at: made.input.question.closes_at,
        }
      : [],
  );
  const decisions = before.flatMap(([{ kind }, decided]) =>
    kind === 'settlement' || kind === 'correction' ? [[`${decided.exchange}/${decided.ticker}`, decided] as const] : [],
  );
  return combine(
    draws.map(({ probability_yes }) => probability_yes),
    prediction.probability_yes,
    calibrationBefore(forecasts, new Map(decisions), RULES.calibration_markets_min),
  );
};

interface Bundle {
  readonly input: {
    readonly question: { readonly exchange: string; readonly ticker: string; readonly closes_at: string | null };
    readonly market: { readonly yes_price: number | null };
    readonly model: { readonly version: string };
  };
  readonly prediction: { readonly probability_yes: number };
  readonly draws: readonly { readonly probability_yes: number }[];
}

interface Decision extends EarlierDecision {
  readonly exchange: string;
  readonly ticker: string;
}

const trade = (log: WrittenLog, bundle: LogRecord, side: 'YES' | 'NO', policy: string): void => {
  const { input, prediction } = log.document(bundle) as {
    input: { question: Market; market: ReturnType<typeof quoteOf> };
    prediction: { probability_yes: number };
  };
  const quote = input.market;
  const price = side === 'YES' ? quote.yes_ask : round4(1 - quote.yes_bid);
  const size = Math.min(Math.floor(100 / price), Math.floor(side === 'YES' ? quote.ask_size : quote.bid_size));
  const probability = side === 'YES' ? prediction.probability_yes : 1 - prediction.probability_yes;
  log.append('trade', `t-${digits(`${bundle.id}|${side}`, 24)}`, (madeAt) => ({
    bundle_id: bundle.id,
    bundle_sha256: bundle.sha256,
    policy_sha256: policy,
    exchange: input.question.exchange,
    ticker: input.question.ticker,
    side,
    opened_at: madeAt,
    price,
    size,
    fee_usd: feeOf(input.question.exchange, size, price),
    fee_rate: input.question.exchange === 'kalshi' ? null : FEE_RATE,
    fee_exponent: input.question.exchange === 'kalshi' ? null : 1,
    stake_usd: 100,
    entry_mid: side === 'YES' ? quote.yes_price : round4(1 - quote.yes_price),
    edge: round4(probability - price),
    quote,
  }));
};

/** Closes every open trade of a market at its settlement price. */
const exits = (log: WrittenLog, market: Market, decided: LogRecord, nth: number): void => {
  const settlement = log.document(decided) as { settlement_yes_price: number; resolved_at: string };
  for (const opened of log.records.filter(({ kind }) => kind === 'trade')) {
    const opening = log.document(opened) as {
      ticker: string;
      exchange: string;
      side: string;
      size: number;
      price: number;
      fee_usd: number;
    };
    if (opening.ticker !== market.ticker) continue;
    const before = log.records.findLast(({ kind, id }) => kind === 'exit' && id.startsWith(`x-${opened.id.slice(2)}-`));
    const price =
      opening.side === 'YES' ? settlement.settlement_yes_price : round4(1 - settlement.settlement_yes_price);
    log.append('exit', `x-${opened.id.slice(2)}-${nth}`, () => ({
      trade_id: opened.id,
      trade_sha256: opened.sha256,
      exchange: opening.exchange,
      ticker: opening.ticker,
      side: opening.side,
      reason: 'settled',
      price,
      fee_usd: 0,
      net_pnl: round4(opening.size * (price - opening.price) - opening.fee_usd),
      closed_at: settlement.resolved_at,
      quote: null,
      settlement_sha256: decided.sha256,
      replaces_sha256: before?.sha256 ?? null,
    }));
  }
};

const settle = (log: WrittenLog, market: Market, price: number, corrects: LogRecord | null): LogRecord => {
  const id = digits(`${market.exchange}|${market.ticker}`, 24);
  const resolvedAt = corrects === null ? log.now : (log.document(corrects)['resolved_at'] as string);
  const decided = log.append(
    corrects === null ? 'settlement' : 'correction',
    corrects === null ? `s-${id}` : `c-${id}-1`,
    () => ({
      exchange: market.exchange,
      ticker: market.ticker,
      status: 'settled',
      settlement_yes_price: price,
      outcome: price >= 0.5 ? 'YES' : 'NO',
      resolved_at: resolvedAt,
      resolved_at_stated: true,
      settled_by: 'exchange',
      raw_sha256: digits(`raw ${market.ticker} ${price}`, 64),
      ...(corrects === null ? {} : { corrects_sha256: corrects.sha256 }),
    }),
  );
  exits(log, market, decided, corrects === null ? 1 : 2);
  return decided;
};

const DAYS = 5;

export interface WrittenOptions {
  /** Settlement of market KX-1; 0 is the truth. */
  readonly paid?: number;
  /** End of the log, UTC ms. */
  readonly until?: number;
  /** Sealed days; five by default. */
  readonly days?: number;
}

/** Sealed days up to yesterday, and the open one. @param now UTC ms */
export const writeLog = (now: number, options: WrittenOptions = {}): WrittenLog => {
  const days = options.days ?? DAYS;
  const today = utcDate(now * 1000);
  const first = startOfDay(today) - days * MICROS_PER_DAY;
  const log = new WrittenLog(first + HOUR);
  const policy = log.append('policy', `po-${digits(`${canonical(RULES)}|`, 32)}`, () => ({
    supersedes: null,
    rules: RULES,
  }));
  let settlement: LogRecord | null = null;
  for (let day = 0; day <= days; day++) {
    const start = first + day * MICROS_PER_DAY;
    const date = utcDate(start);
    if (options.until !== undefined && start > options.until * 1000) break;
    // Within the first hour of a day nothing of that day was written later than a minute ago.
    log.until(day === days ? Math.min(start + HOUR, now * 1000 - HOUR / 60) : start + HOUR);
    log.append('plan', `pl-${date}`, () => ({
      date,
      policy_sha256: policy.sha256,
      budget: { calls_per_day: 200, calls_per_tick: 8 },
      markets: MARKETS,
    }));
    for (const market of MARKETS.slice(0, day === days ? 1 : 6)) {
      if (market.ticker !== 'KX-4' && !(day >= 3 && market.ticker === 'KX-0') && !(day > 4 && market.ticker === 'KX-1'))
        forecast(log, market, day, policy.sha256);
    }
    if (day === 2) settlement = settle(log, byTicker('KX-0'), 0, null);
    if (day === 3) settle(log, byTicker('KX-0'), 1, settlement);
    if (day === 4) settle(log, byTicker('KX-1'), options.paid ?? 0, null);
    if (day === 4) withdraw(log);
    if (day === days || (options.until ?? Infinity) * 1000 < start + MICROS_PER_DAY) break;
    log.seal(
      date,
      coverageOf(log, date),
      log.records
        .filter(({ kind, id, made_at }) => kind === 'intent' && made_at.startsWith(date) && isAbandoned(log, id))
        .map(({ id }) => id),
    );
  }
  return log;
};

const byTicker = (ticker: string): Market => MARKETS.find((market) => market.ticker === ticker) as Market;

const withdraw = (log: WrittenLog): void => {
  const [bundle, words] = [...log.words][0] as [string, Record<string, unknown>];
  const [item] = Object.keys(words) as [string];
  words[item] = null;
  log.append('withdrawal', `w-${digits(item, 24)}-1`, () => ({ item, bundles: [bundle] }));
};

const isAbandoned = (log: WrittenLog, intent: string): boolean =>
  !log.records.some(({ id }) => id === `rb-${intent.slice(3)}`);

const coverageOf = (log: WrittenLog, date: string): CoverageEntry[] =>
  MARKETS.map(({ exchange, ticker }) => {
    const asked = log.records.find(
      (record) =>
        record.kind === 'intent' && record.made_at.startsWith(date) && log.document(record)['ticker'] === ticker,
    );
    if (asked === undefined) return { exchange, ticker, status: 'not_scored', reason: 'it was not due' };
    return isAbandoned(log, asked.id)
      ? { exchange, ticker, status: 'abandoned', reason: 'no answer was recorded within the hour' }
      : { exchange, ticker, status: 'predicted', reason: null };
  });
