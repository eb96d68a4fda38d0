/* eslint-disable @typescript-eslint/restrict-plus-operands -- a forger adds to any member of any document */
/**
 * Logs of an operator who breaks no rule of a single document: choices, orders and contexts that are false in sum. Each is
 * made anew whole, and read by both verifiers.
 */
import { canonicalJson } from '../../src/platform/common/canonical-json';
import { formatMicros, parseMicros } from '../../src/platform/common/utc-time';
import { round4 } from '../../src/platform/common/ten-thousandths';
import { sha256Hex } from '../../src/platform/common/sha256';
import { feeUsd } from '../../src/markets/taker-fee';
import type { Entry, Forged, Forgery, Sealing } from './forged-log';
import {
  after,
  answer,
  base,
  bundleOf,
  DAY,
  early,
  endOfAnswer,
  exitsOf,
  held,
  lastPolicy,
  lastUntraded,
  later,
  of,
  without,
} from './forgeries';

const HOUR = 3_600_000;
const moved = (instant: string, ms: number): string => formatMicros((parseMicros(instant) ?? 0) + ms * 1000);
const dateOf = (nth: number): string => (JSON.parse(base.days[nth] ?? '{}') as { date: string }).date;
const onDay =
  (nth: number) =>
  ({ document }: Entry): boolean =>
    String(document.made_at).startsWith(dateOf(nth));
const untraded = (entries: readonly Entry[]): Forged[] =>
  of(entries, 'bundle').flatMap(({ document }) => (document.prediction.side === null ? [document] : []));
const intentOf = (entries: readonly Entry[], bundle: Forged): Forged =>
  of(entries, 'intent').find(({ id }) => id.slice(3) === bundle.bundle_id.slice(3))?.document;

const onUntraded =
  (change: (bundle: Forged, intent: Forged) => void): Forgery =>
  (entries) => {
    for (const bundle of untraded(entries)) change(bundle, intentOf(entries, bundle));
    return entries;
  };
const onPolicy =
  (rules: object, change: Forgery = (entries) => entries): Forgery =>
  (entries) => {
    Object.assign(lastPolicy(entries).document.rules, rules);
    return change(entries);
  };
const everyInput =
  (change: (input: Forged, nth: number) => void): Forgery =>
  (entries) => {
    of(entries, 'bundle').forEach(({ document }, nth) => {
      change(document.input, nth);
    });
    return entries;
  };
const triggered =
  (trigger: string): ((bundle: Forged, intent: Forged) => void) =>
  (bundle, intent) => {
    bundle.input.trigger = intent.trigger = trigger;
  };

/** The fee of a trade at Polymarket under another schedule. */
const charged = (entries: readonly Entry[], trade: Entry, rate: number | null, exponent: number | null): void => {
  const { size, price } = trade.document;
  const fee = round4(size * (rate ?? 0) * (price * (1 - price)) ** (exponent ?? 1));
  Object.assign(trade.document, { fee_rate: rate, fee_exponent: exponent, fee_usd: fee });
  for (const { document } of exitsOf(entries, trade)) document.net_pnl = round4(size * (document.price - price) - fee);
};
const atPolymarket = (entries: readonly Entry[]): Entry[] =>
  of(entries, 'trade').filter(({ document }) => document.exchange === 'polymarket');

/** A market once more, under another name: its records follow those that they repeat. */
const doubled =
  (ticker: string, name: string): Forgery =>
  (entries) => {
    const renamed = new Map<string, string>([[ticker, name]]);
    const rename = (value: Forged): Forged =>
      JSON.parse(JSON.stringify(value), (_, one: unknown) =>
        typeof one === 'string' ? (renamed.get(one) ?? one) : one,
      );
    for (const plan of of(entries, 'plan')) {
      const own = plan.document.markets.find((one: Forged) => one.ticker === ticker);
      plan.document.markets.push({ ...own, ticker: name });
      plan.document.markets.sort((a: Forged, b: Forged) => (a.exchange + a.ticker < b.exchange + b.ticker ? -1 : 1));
    }
    const tickerOf = ({ document }: Entry): unknown => document.ticker ?? document.input?.question.ticker;
    const idOf = ({ kind, id, document }: Entry): string => {
      const digits = (text: string, length: number): string => sha256Hex(`${name} ${text}`).slice(0, length);
      if (kind === 'intent' || kind === 'bundle') return `${id.slice(0, 3)}${digits(id.slice(3), 32)}`;
      if (kind === 'shadow') return `sh-${digits(id.slice(3, 35), 32)}${id.slice(35)}`;
      if (kind === 'exit') return `x-${String(document.trade_id).slice(2)}-${id.at(-1) ?? ''}`;
      if (kind === 'trade') return `t-${sha256Hex(`${document.bundle_id}|${document.side}`).slice(0, 24)}`;
      return `s-${sha256Hex(`${document.exchange}|${name}`).slice(0, 24)}`;
    };
    for (const { document } of of(entries, 'bundle').filter((one) => tickerOf(one) === ticker)) {
      const evidence = { ...document.input, model: undefined };
      for (const shown of [document.input, evidence])
        renamed.set(sha256Hex(canonicalJson(shown)), sha256Hex(canonicalJson(rename(shown))));
    }
    const made: Entry[] = [];
    let block: Entry[] = [];
    let before = '';
    const put = (entry: Entry): void => {
      const { kind, document } = entry;
      if (document.made_at <= before) document.made_at = later(before);
      if (kind === 'intent') document.asked_at = document.made_at;
      if (kind === 'trade') document.opened_at = document.made_at;
      before = document.made_at as string;
      made.push(entry);
    };
    const repeat = (): void => {
      for (const original of block) {
        const old = sha256Hex(canonicalJson(original.document));
        const document = rename(original.document);
        const id = idOf({ ...original, document });
        renamed.set(original.id, id);
        Object.assign(document, original.kind === 'bundle' ? { bundle_id: id } : { id });
        const entry = { kind: original.kind, id, document };
        put(entry);
        renamed.set(old, sha256Hex(canonicalJson(document)));
      }
      block = [];
    };
    for (const entry of entries) {
      const isOpening = !['trade', 'shadow', 'exit'].includes(entry.kind);
      if (tickerOf(entry) !== ticker || isOpening) repeat();
      put(entry);
      if (tickerOf(entry) === ticker) block.push(entry);
    }
    repeat();
    return made;
  };

/** Policies that are put aside and taken up again, each in force for the records after it. */
const flapping =
  (rules: object): Forgery =>
  (entries) => {
    const first = lastPolicy(entries).document;
    const old = sha256Hex(canonicalJson(first));
    let inForce = old;
    const made: Entry[] = [];
    for (const entry of entries) {
      if (entry.document.policy_sha256 === old) entry.document.policy_sha256 = inForce;
      made.push(entry);
      if (entry.kind !== 'plan') continue;
      let at = entry.document.made_at as string;
      for (const changed of [rules, {}]) {
        at = later(at);
        const id = `po-${made.length}`;
        const document = { ...first, id, made_at: at, rules: { ...first.rules, ...changed }, supersedes: inForce };
        inForce = sha256Hex(canonicalJson(document));
        made.push({ kind: 'policy', id, document });
      }
    }
    return made;
  };

/** Forecasts that claim to be caused by alerts. */
const surging = (alertOf: (input: Forged) => object): Forgery =>
  onUntraded((bundle, intent) => {
    triggered('surge')(bundle, intent);
    bundle.input.alert = alertOf(bundle.input);
    intent.alert_id = bundle.input.alert.id;
  });

/** A market of an event is decided YES, and its trades follow. */
const decided =
  (ticker: string): Forgery =>
  (entries) => {
    const model = of(entries, 'settlement')[0]?.document;
    const end = of(entries, 'exit')[0]?.document;
    const last = entries.at(-1) as Entry;
    const id = `s-${sha256Hex(`kalshi|${ticker}`).slice(0, 24)}`;
    const document = { ...model, id, ticker, settlement_yes_price: 1, outcome: 'YES', raw_sha256: null };
    document.resolved_at = last.document.made_at;
    const made = after(entries, last, { kind: 'settlement', id, document });
    const settlement = made.at(-1)?.document;
    return of(entries, 'trade')
      .filter((trade) => trade.document.ticker === ticker)
      .reduce((all, trade) => {
        const { exchange, side, size, price, fee_usd: fee } = trade.document;
        const gain = side === 'YES' ? 1 : 0;
        const own = {
          id: `x-${trade.id.slice(2)}-1`,
          ...{ trade_id: trade.id, trade_sha256: sha256Hex(canonicalJson(trade.document)), exchange, ticker, side },
          ...{ price: gain, net_pnl: round4(size * (gain - price) - fee), closed_at: settlement.resolved_at },
          ...{ settlement_sha256: sha256Hex(canonicalJson(settlement)), replaces_sha256: null },
        };
        return after(all, all.at(-1) as Entry, { kind: 'exit', id: own.id, document: { ...end, ...own } });
      }, made);
  };

/** Two markets of an event on a day, asked about in one call. */
const joined =
  (change: (one: Forged, other: Forged) => void, apart = false): Forgery =>
  (entries) => {
    const day = entries.filter(onDay(2));
    const isOf =
      (ticker: string) =>
      ({ kind, document }: Entry): boolean =>
        ['intent', 'bundle', 'shadow'].includes(kind) &&
        (document.ticker ?? document.input?.question.ticker) === ticker;
    const [a, b] = [day.filter(isOf('KX-0')), day.filter(isOf('KX-2'))] as [Entry[], Entry[]];
    const intents = [a[0], b[0]] as Entry[];
    const bundles = [a[1], b[1]] as Entry[];
    change(bundles[0]?.document, bundles[1]?.document);
    const joint = intents.map(({ id, document }) => ({
      bundle_id: `rb-${id.slice(3)}`,
      ticker: document.ticker,
      input_sha256: document.input_sha256,
    }));
    const said = joint.map((one, at) => ({
      ...one,
      probability_yes: bundles[at]?.document.prediction.probability_yes,
    }));
    for (const { document } of intents) document.joint = joint;
    for (const { document } of bundles) document.joint = said;
    const block = [...intents, ...a.slice(1), ...b.slice(1)];
    const others = entries.filter((one) => !block.includes(one));
    const at = others.findIndex(({ kind, document }) => kind === 'plan' && document.date === dateOf(2)) + 1;
    const [first, rest] = [others.slice(0, at), others.slice(at)];
    const made = apart
      ? [...first, ...block.slice(0, 4), ...rest.slice(0, 3), ...block.slice(4), ...rest.slice(3)]
      : [...first, ...block, ...rest];
    let before = '';
    for (const { kind, document } of made) {
      if (document.made_at <= before) document.made_at = later(before);
      if (kind === 'intent') document.asked_at = document.made_at;
      if (kind === 'bundle') {
        // Frozen before the call.
        const { asked_at: asked } = intentOf(made, document);
        if (document.input.now.frozen_at > asked) {
          for (const item of document.input.items) item.first_seen_at = first.at(-1)?.document.made_at;
          document.input.now.frozen_at = document.input.market.quoted_at = first.at(-1)?.document.made_at;
        }
      }
      before = document.made_at as string;
    }
    return made;
  };

const group = (siblings: readonly string[], exclusive = false): object => ({
  title: 'A ladder',
  exclusive,
  incoherent: [],
  siblings: siblings.map((ticker) => ({ ticker, text: ticker, label: null, deadline: null, yes_price: 0.5 })),
});

type Choice = readonly [name: string, said: RegExp, forgery: Forgery, sealing?: Sealing];

/** Forgeries that both verifiers answer with no: choices, orders, contexts. */
const CHOSEN: readonly Choice[] = [
  [
    'a program of its own for one forecast',
    /code_version/,
    (entries) => {
      lastUntraded(entries).input.code_version = 'vedette best';
      return entries;
    },
  ],
  [
    'a program of its own for all',
    /code_version/,
    everyInput((input) => {
      input.code_version = 'vedette best';
    }),
  ],
  [
    'one invented forecast',
    /synthetic, unlike the rest of its log/,
    (entries) => {
      lastUntraded(entries).input.synthetic = true;
      return entries;
    },
  ],
  [
    'one forecast that is not invented',
    /synthetic, unlike the rest of its log/,
    everyInput((input, nth) => {
      input.synthetic = nth !== 3;
    }),
  ],
  [
    'a fee that an exponent makes nothing',
    /has no fee schedule/,
    (entries) => {
      for (const trade of atPolymarket(entries)) charged(entries, trade, 0.04, 50);
      return entries;
    },
  ],
  [
    'a day that was sealed later than its record',
    /anchored_at is later than its record/,
    (entries) => entries,
    { 1: { says: `${dateOf(2)}T06:00:00.000000Z` } },
  ],
  [
    'a day that was sealed after the next',
    /anchored_at is later than its record/,
    (entries) => entries,
    { 1: { says: `${dateOf(4)}T00:00:00.000000Z` } },
  ],
  [
    'a day that was sealed half a day late, and says otherwise',
    /anchored_at is long before its record/,
    (entries) => entries,
    {
      1: { written: `${dateOf(2)}T12:00:00.000000Z`, says: `${dateOf(2)}T00:00:05.000000Z` },
    },
  ],
  [
    'plans that are written when the day is over',
    /have no plan from before their questions/,
    (entries) => {
      const plans = of(entries, 'plan').slice(1, -1);
      return plans.reduce((all, plan) => {
        const rest = without(all, [plan]);
        const last = rest.findLast(
          ({ kind, document }) => kind !== 'seal' && String(document.made_at).startsWith(plan.document.date as string),
        ) as Entry;
        return after(rest, last, plan);
      }, entries);
    },
  ],
  [
    'forecasts after the deadline of their question',
    /the deadline of their question/,
    onUntraded((bundle) => {
      bundle.input.question.deadline = moved(bundle.input.now.frozen_at as string, -DAY);
      bundle.input.now.days_left = -1;
    }),
  ],
  [
    'deadlines in another time zone than the days left',
    /other days left than their deadline/,
    onUntraded((bundle) => {
      bundle.input.question.deadline = moved(bundle.input.question.resolves_at as string, -5 * HOUR);
    }),
  ],
  [
    'moves of a price that were none',
    /for a reason that neither policy nor log has/,
    onPolicy({ model_price_move: 0.2 }, onUntraded(triggered('price_move'))),
  ],
  ['surges without an alert', /for a reason that neither policy nor log has/, onUntraded(triggered('surge'))],
  [
    'an alert that caused no question',
    /for a reason that neither policy nor log has/,
    onUntraded((bundle, intent) => {
      bundle.input.alert = {
        id: 'al-1',
        opened_at: bundle.input.now.frozen_at,
        window_start: bundle.input.now.frozen_at,
        window_end: bundle.input.now.frozen_at,
      };
      intent.alert_id = 'al-1';
    }),
  ],
  [
    'more calls than the budget of a day',
    /beyond the budgets of their day/,
    onPolicy({ model_calls_per_day: 3 }, (entries) => {
      for (const { document } of of(entries, 'plan')) document.budget.calls_per_day = 3;
      return entries;
    }),
  ],
  ['more calls of rivals than their budget', /beyond the budgets of their day/, onPolicy({ shadow_calls_per_day: 1 })],
  [
    'a rival that is asked by its first letter',
    /from another model than the one asked/,
    (entries) => {
      for (const { document } of of(entries, 'intent')) for (const one of document.beside) one.model.version = 'g';
      for (const { document } of of(entries, 'shadow')) document.model.version = 'gpt-mini';
      return entries;
    },
  ],
  [
    'a rival in two versions, so that neither is ranked',
    /the version that is asked beside the recorded model changed/,
    (entries) => {
      const of2 = new Map<string, string>();
      of(entries, 'intent').forEach(({ id, document }, nth) => {
        for (const one of document.beside) one.model.version = `gpt-${nth % 2}`;
        of2.set(id.slice(3), `gpt-${nth % 2}`);
      });
      for (const { document } of of(entries, 'shadow'))
        document.model.version = of2.get(document.bundle_id.slice(3) as string);
      return entries;
    },
  ],
  [
    'answers of rivals that are written apart',
    /written apart from the answer/,
    (entries) => {
      const apart = of(entries, 'shadow').filter(onDay(2));
      const rest = without(entries, apart);
      const last = rest.findLast(onDay(2)) as Entry;
      return apart
        .reduceRight((all, one) => after(all, last, one), rest)
        .map((one, at, all) => {
          const before = all[at - 1]?.document.made_at as string | undefined;
          if (before !== undefined && one.document.made_at <= before) one.document.made_at = later(before);
          return one;
        });
    },
  ],
  [
    'rules of trading that are put aside each day',
    /rules that choose were changed 12 times/,
    flapping({ trade_min_edge: 0.5 }),
  ],
  [
    'another model that is put in force each day',
    /rules that choose were changed 12 times/,
    flapping({ model_name: 'claude-y' }),
  ],
  [
    'rules that a later policy no longer states',
    /no longer states combination/,
    (entries) => {
      const first = lastPolicy(entries).document;
      const old = sha256Hex(canonicalJson(first));
      const plan = of(entries, 'plan')[2] as Entry;
      const rules = { ...first.rules, combination: undefined };
      const document = { ...first, id: 'po-next', rules, supersedes: old };
      const made = after(entries, plan, { kind: 'policy', id: 'po-next', document });
      const at = made.findIndex(({ id }) => id === 'po-next');
      const next = sha256Hex(canonicalJson(made[at]?.document));
      for (const entry of made.slice(at)) {
        if (entry.document.policy_sha256 === old) entry.document.policy_sha256 = next;
        if (entry.kind === 'bundle') delete entry.document.combined;
      }
      return made;
    },
  ],
  [
    'a price at the ask, where the exchange has the middle',
    /without the price in its middle/,
    (entries) => {
      for (const { document } of of(entries, 'bundle')) {
        const { market } = document.input;
        market.yes_price = market.yes_ask;
        for (const trade of of(entries, 'trade'))
          if (trade.document.bundle_id === document.bundle_id) {
            trade.document.quote = market;
            trade.document.entry_mid = trade.document.side === 'YES' ? market.yes_ask : round4(1 - market.yes_ask);
          }
      }
      return entries;
    },
  ],
  [
    'earlier forecasts that are not in the log',
    /other earlier forecasts than the log has/,
    onUntraded((bundle) => {
      bundle.input.before = [
        { made_at: '2026-10-01T00:00:00.000000Z', probability_yes: 0.99, market_yes_price: 0.5, reasoning_end: null },
      ];
    }),
  ],
  [
    'earlier forecasts that the model was not told',
    /other earlier forecasts than the log has/,
    onUntraded((bundle) => {
      bundle.input.before = [];
    }),
  ],
  [
    'prices that were not yet known',
    /shown something later than their frozen input/,
    onUntraded((bundle) => {
      bundle.input.path = { daily: [['2099-01-01', 0.9]], hourly: [], moves: [] };
    }),
  ],
  [
    'answers of one call with reasons of two',
    /has other reasons or another group/,
    joined((_, other) => {
      answer(other, { reasoning: 'Because of another.' });
    }),
  ],
  ['answers of one call that are written apart', /written apart from the answer/, joined(() => undefined, true)],
  [
    'a ladder of which one rung excludes the others',
    /has other reasons or another group/,
    joined((one, other) => {
      one.input.question.group = group(['KX-2'], true);
      other.input.question.group = group(['KX-0'], false);
    }),
  ],
  [
    'a ladder that is parted into events',
    /a group whose markets are of other events/,
    (entries) => {
      for (const { document } of of(entries, 'plan'))
        for (const one of document.markets) one.event = one.event === null ? null : `EV ${one.ticker}`;
      for (const { document } of of(entries, 'intent'))
        document.event = document.event === null ? null : `EV ${document.ticker}`;
      for (const { document } of of(entries, 'bundle')) document.input.question.group = group(['KX-0', 'KX-1', 'KX-2']);
      return entries;
    },
  ],
  [
    'gains that are not taken, against the line',
    /past the line of a trade that stayed open/,
    (entries) => {
      for (const { input } of untraded(entries))
        Object.assign(input.market, { yes_bid: 0.995, yes_price: 0.996, yes_ask: 0.997, spread: 0.002 });
      return entries;
    },
  ],
  [
    'markets that are asked again at will',
    /for a reason that neither policy nor log has/,
    onPolicy({ model_repeat_hours: 300 }),
  ],
  [
    'answers that wait for the news',
    /a quarter of an hour after they were asked/,
    (entries) => {
      const at = new Map<Entry, string>();
      for (const entry of entries) {
        const { kind, document } = entry;
        if (kind === 'plan' || kind === 'policy') document.made_at = moved(document.made_at as string, -55 * 60_000);
        if (kind === 'intent') document.made_at = document.asked_at = moved(document.made_at as string, -50 * 60_000);
        if (kind === 'bundle') {
          const frozen = moved(document.input.now.frozen_at as string, -50 * 60_000);
          document.input.now.frozen_at = document.input.market.quoted_at = frozen;
          document.input.now.days_left = round4(
            ((parseMicros(document.input.question.resolves_at as string) ?? 0) - (parseMicros(frozen) ?? 0)) /
              86_400_000_000,
          );
          for (const item of document.input.items) item.first_seen_at = frozen;
          for (const trade of of(entries, 'trade'))
            if (trade.document.bundle_id === document.bundle_id) trade.document.quote = document.input.market;
        }
        at.set(entry, document.made_at as string);
      }
      return entries.sort((a, b) => ((at.get(a) ?? '') < (at.get(b) ?? '') ? -1 : 1));
    },
  ],
];

/** Forgeries that both verifiers answer with no: false forecasts, rivals, models and outcomes. */
const STATED: readonly Choice[] = [
  ...['calibration_markets_min', 'shadow_models', 'arms'].map((name): Choice => {
    const other = name === 'calibration_markets_min' ? 50 : name === 'arms' ? ['B'] : [];
    return [
      `${name} that is put aside each day`,
      /rules that choose were changed 12 times/,
      flapping({ [name]: other }),
    ];
  }),
  [
    'a training cut-off of its own for each forecast',
    /the training cut-off of the recorded model changed/,
    (entries) => {
      of(entries, 'intent').forEach(({ id, document }, nth) => {
        document.model.training_cutoff = `20${nth + 10}-01`;
        const bundle = of(entries, 'bundle').find((one) => one.id.slice(3) === id.slice(3))?.document;
        if (bundle !== undefined) bundle.input.model.training_cutoff = document.model.training_cutoff;
      });
      return entries;
    },
  ],
  [
    'one alert that asks again and again',
    /for a reason that neither policy nor log has/,
    surging(() => ({ id: 'al-1', opened_at: '2026-11-01T00:00:00.000000Z' })),
  ],
  [
    'one alert that opens again and again',
    /the opening of an alert changed/,
    surging((input) => ({ id: 'al-1', opened_at: input.now.frozen_at })),
  ],
  [
    'forecasts of a market beside it that were never made',
    /shown other earlier forecasts/,
    everyInput((input) => {
      const shown = group([input.question.ticker as string]) as Forged;
      shown.siblings[0].forecast = { probability_yes: 0.99, made_at: '2026-10-01T00:00:00.000000Z' };
      if (['KX-0', 'KX-1', 'KX-2'].includes(input.question.ticker as string)) input.question.group = shown;
    }),
  ],
  [
    'reasons that were never given',
    /shown other earlier forecasts/,
    (entries) => {
      const last = new Map<string, Forged>();
      for (const { document } of of(entries, 'bundle')) {
        const { ticker } = document.input.question;
        const { made_at = null, prediction, input } = last.get(ticker as string) ?? {};
        const own = {
          made_at,
          probability_yes: prediction?.probability_yes,
          market_yes_price: input?.market.yes_price,
        };
        document.input.before = made_at === null ? [] : [{ ...own, reasoning_end: 'It is certain.' }];
        last.set(ticker as string, document);
      }
      return entries;
    },
  ],
  [
    'a silent rival that was asked about something else',
    /beside/,
    (entries) => {
      const [shadow] = of(entries, 'shadow') as [Entry];
      const intent = of(entries, 'intent').find(({ id }) => id.slice(3) === shadow.document.bundle_id.slice(3));
      (intent as Entry).document.beside[0].input_sha256 = 'a'.repeat(64);
      return without(entries, [shadow]);
    },
  ],
  [
    'a smaller rival than the one that was asked',
    /from another model than the one asked/,
    (entries) => {
      for (const { document } of of(entries, 'shadow')) document.model.version = 'gpt-x-mini';
      return entries;
    },
  ],
  [
    'a question after the outcome, which a correction dates later',
    /not earlier than the outcome/,
    (entries) => {
      const own = ({ kind, document }: Entry): boolean =>
        ['settlement', 'exit', 'correction'].includes(kind) && document.ticker === 'KX-0';
      const first = entries.filter((one) => own(one) && one.kind !== 'correction' && !one.id.endsWith('-2'));
      const rest = without(entries, first);
      const asked = rest.findLast(({ kind, document }) => kind === 'intent' && document.ticker === 'KX-0') as Entry;
      first.forEach(({ document }, nth) => {
        document.made_at = moved(asked.document.made_at as string, 50 * nth - 400);
        document[document.kind === 'exit' ? 'closed_at' : 'resolved_at'] = first[0]?.document.made_at;
      });
      const correction = of(entries, 'correction')[0]?.document;
      correction.resolved_at = moved(correction.made_at as string, -1);
      for (const { id, document } of entries.filter(own))
        if (id.endsWith('-2')) document.closed_at = correction.resolved_at;
      return [...rest.slice(0, rest.indexOf(asked)), ...first, ...rest.slice(rest.indexOf(asked))];
    },
  ],
  [
    'one answer of an exchange for all quotes',
    /quotes and outcomes differ from another/,
    (entries) => {
      for (const { document } of of(entries, 'bundle')) document.input.market.raw_sha256 = 'b'.repeat(64);
      for (const trade of of(entries, 'trade')) trade.document.quote = bundleOf(entries, trade).input.market;
      return entries;
    },
  ],
  [
    'two outcomes of which one excludes the other',
    /YES of an event of which one market alone can be/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        if (['KX-0', 'KX-2'].includes(document.input.question.ticker as string))
          document.input.question.group = group(['KX-0', 'KX-2'], true);
      return decided('KX-2')(entries);
    },
  ],
];

export const REFUSED: readonly Choice[] = [...CHOSEN, ...STATED];

/** Oddities that may be honest, or are few: both verifiers report them. */
export const TOLD: readonly Choice[] = [
  ['another program each day', /13 policies differ in code_version/, flapping({ code_version: 'vedette best' })],
  [
    'another commit of one program for each forecast',
    /the commit of the program, under one policy, changed 17 times/,
    everyInput((input, nth) => {
      input.code_commit = String(nth).padStart(40, 'a');
    }),
  ],
  [
    'outcomes without the words of their exchange',
    /3 of 21 quotes and outcomes name no answer/,
    (entries) => {
      for (const { document } of of(entries, 'settlement', 'correction')) document.raw_sha256 = null;
      return entries;
    },
  ],
  [
    'an early exit at a quote from before its trade',
    /or than that of their trade/,
    (entries) => {
      const trade = held(entries);
      const exit = early(entries, trade, { quoted_at: moved(trade.document.made_at as string, -0.1 * HOUR) });
      return after(without(entries, exitsOf(entries, trade)), endOfAnswer(entries, trade), exit);
    },
  ],
  [
    'a trade that is charged no fee where the one before was',
    /1 of \d+ trades state another fee/,
    (entries) => {
      charged(entries, atPolymarket(entries).at(-1) as Entry, null, null);
      return entries;
    },
  ],
  [
    'losses that are settled at a split',
    /are void or a split/,
    (entries) => {
      for (const { document } of of(entries, 'settlement', 'correction'))
        if (document.ticker === 'KX-1') document.settlement_yes_price = 0.4;
      for (const trade of of(entries, 'trade')) {
        if (trade.document.ticker !== 'KX-1') continue;
        const { side, size, price, fee_usd: fee } = trade.document;
        for (const { document } of exitsOf(entries, trade)) {
          document.price = side === 'YES' ? 0.4 : 0.6;
          document.net_pnl = round4(size * (document.price - price) - fee);
        }
      }
      return entries;
    },
  ],
  [
    'a bad day that never was',
    /on 1 of 5 days nothing was asked/,
    (entries) =>
      entries.filter((one) => !onDay(3)(one) || ['settlement', 'correction', 'exit', 'seal'].includes(one.kind)),
  ],
  ['a market twice, under a padded name', /are another once more/, doubled('KX-1', 'KX-01')],
  ['questions of which each is asked by hand', /forecasts were asked for by hand/, onUntraded(triggered('command'))],
  [
    'prices of two days, of which the best is taken',
    /quotes of 48 hours count/,
    onPolicy({ quote_max_seconds: 172_800 }, (entries) => {
      const trade = held(entries);
      const { input } = bundleOf(entries, trade);
      input.market.quoted_at = moved(input.now.frozen_at as string, -40 * HOUR);
      trade.document.quote = input.market;
      return entries;
    }),
  ],
  [
    'an early exit at another price of the same instant',
    /quotes and outcomes differ from another of the same market and instant/,
    (entries) => {
      const trade = held(entries);
      const exit = early(entries, trade, { quoted_at: bundleOf(entries, trade).input.market.quoted_at });
      return after(without(entries, exitsOf(entries, trade)), endOfAnswer(entries, trade), exit);
    },
  ],
  [
    'losses that are ended early, and so not graded',
    /trades were ended early, and are not graded/,
    (entries) =>
      of(entries, 'trade').reduce((all, trade) => {
        const { id, document } = trade;
        const { side, size, price, exchange, ticker, fee_usd: paid } = document;
        const fee = exchange === 'kalshi' ? feeUsd('kalshi', size, 0.001) : round4(size * 0.04 * 0.001 * 0.999);
        const yes = side === 'YES' ? 0.001 : 0.999;
        const exit = {
          kind: 'exit',
          id: `x-${id.slice(2)}-1`,
          schema_version: '1.0.0',
          trade_id: id,
          trade_sha256: sha256Hex(canonicalJson(document)),
          ...{ side, exchange, ticker, reason: 'stop_loss', price: 0.001, fee_usd: fee },
          net_pnl: round4(size * (0.001 - price) - (paid + fee)),
          quote: { ...document.quote, yes_bid: yes, yes_ask: yes, bid_size: size, ask_size: size },
          settlement_sha256: null,
          replaces_sha256: null,
        };
        for (const name of ['yes_price', 'spread']) Reflect.deleteProperty(exit.quote, name);
        const made = after(without(all, exitsOf(all, trade)), endOfAnswer(all, trade), {
          kind: 'exit',
          id: exit.id,
          document: exit,
        });
        const ended = made.find((one) => one.id === exit.id)?.document;
        ended.closed_at = ended.quote.quoted_at = ended.made_at;
        return made;
      }, entries),
  ],
  [
    'a question of another rung',
    /asked about in other words later/,
    (entries) => {
      const all = of(entries, 'bundle').filter(({ document }) => document.input.question.ticker === 'KX-2');
      all.forEach(({ document }, nth) => {
        document.input.question.label = `rung ${nth % 2}`;
      });
      return entries;
    },
  ],
  [
    'planned markets that are never asked about',
    /planned markets were never asked about/,
    (entries) => {
      const gone = ['KX-3', 'KX-5'];
      return entries.filter(
        ({ kind, document }) =>
          !(
            ['intent', 'bundle', 'shadow'].includes(kind) &&
            gone.includes((document.ticker ?? document.input?.question.ticker) as string)
          ),
      );
    },
  ],
  [
    'a member that vouches for a settlement',
    /members that are not known/,
    (entries) => {
      for (const { document } of of(entries, 'settlement')) document.audited_by = 'nobody';
      return entries;
    },
  ],
  [
    'a trade that is dated an hour later, because its clock was set back',
    /1 of 18 forecasts were made at a quote older than the policy allows/,
    (entries) => {
      const trade = held(entries);
      const { input } = bundleOf(entries, trade);
      const frozen = moved(input.now.frozen_at as string, -1.1 * HOUR);
      input.now.frozen_at = input.market.quoted_at = frozen;
      for (const item of input.items) item.first_seen_at = frozen;
      trade.document.quote = input.market;
      return entries;
    },
  ],
  [
    'an early exit that is dated an hour later, because its clock was set back',
    /1 of 1 early exits were made at a quote older than the policy allows/,
    (entries) => {
      const trade = held(entries);
      const exit = early(entries, trade, { quoted_at: moved(trade.document.made_at as string, -1.1 * HOUR) });
      return after(without(entries, exitsOf(entries, trade)), endOfAnswer(entries, trade), exit);
    },
  ],
  [
    'an outcome that was first read two hours before its record, because its clock was set back',
    /recomputed from the log/,
    (entries) => {
      const { document } = of(entries, 'settlement').findLast(({ document: one }) => one.ticker === 'KX-1') as Entry;
      const at = moved(document.made_at as string, -1.5 * HOUR);
      Object.assign(document, { resolved_at: at, resolved_at_stated: false });
      for (const exit of of(entries, 'exit')) if (exit.document.ticker === 'KX-1') exit.document.closed_at = at;
      return entries;
    },
  ],
];
