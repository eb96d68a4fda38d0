/* eslint-disable @typescript-eslint/restrict-plus-operands -- a forger adds to any member of any document */
/**
 * Logs of an operator who changes documents and makes everything else anew, read by both verifiers. With
 * FORGED_LOG=<folder> of the five files of a deployment's log the same forgeries are applied to it, and printed.
 */
import { round4 } from '../../src/platform/common/ten-thousandths';
import { sha256Hex } from '../../src/platform/common/sha256';
import { type Entry, type Forged, type Forgery, reforged } from '../support/forged-log';
import {
  after,
  answer,
  base,
  bundleOf,
  DAY,
  early,
  endedEarly,
  exitsOf,
  fateOf,
  filesOf,
  follow,
  held,
  last,
  lastPolicy,
  lastUntraded,
  later,
  listedIn,
  now,
  of,
  onTrade,
  read,
  tell,
  without,
} from '../support/forgeries';
import { readBySecond } from '../support/second-reader';
import { needing } from '../support/tools';
import { SIGNER } from '../support/written-log';

jest.setTimeout(1_200_000);

/** Forgeries, and the verdict of `vedette verify`. */
const FORGERIES: readonly (readonly [string, RegExp, Forgery])[] = [
  [
    'a trade on the other side',
    /the policy buys/,
    onTrade((trade, bundle) => {
      trade.side = bundle.prediction.side = trade.side === 'YES' ? 'NO' : 'YES';
      trade.price = round4(1 - trade.price);
      trade.id = `t-${sha256Hex(`${bundle.bundle_id}|${trade.side}`).slice(0, 24)}`;
    }),
  ],
  [
    'a trade without confidence',
    /the policy buys nothing/,
    onTrade((_, bundle) => {
      answer(bundle, { confidence: 0.1 });
    }),
  ],
  [
    'a trade without edge',
    /the policy buys/,
    onTrade((_, bundle) => {
      answer(bundle, { probability_yes: bundle.input.market.yes_price });
    }),
  ],
  [
    'a loss that was never traded',
    /was not traded, and the policy buys/,
    (entries) => {
      const trade = held(entries);
      bundleOf(entries, trade).prediction.side = null;
      return without(entries, [trade, ...exitsOf(entries, trade)]);
    },
  ],
  [
    'a size beyond stake',
    /size is/,
    onTrade((trade) => {
      trade.size *= 2;
    }),
  ],
  [
    'a size of nothing',
    /size is/,
    onTrade((trade) => {
      trade.size = 0;
    }),
  ],
  [
    'a better price',
    /price is/,
    onTrade((trade) => {
      trade.price = round4(trade.price / 2);
    }),
  ],
  [
    'another stake',
    /stake_usd is/,
    onTrade((trade) => {
      trade.stake_usd *= 2;
    }),
  ],
  [
    'a trade at unknown depth',
    /the policy buys nothing/,
    onTrade((_, bundle) => {
      bundle.input.market.ask_size = bundle.input.market.bid_size = null;
    }),
  ],
  [
    'a bid above the ask',
    /out of order|the policy buys|price is|spread is/,
    onTrade((_, bundle) => {
      bundle.input.market.yes_bid = round4(bundle.input.market.yes_ask + 0.01);
    }),
  ],
  [
    'a mid outside of the book',
    /out of order|entry_mid is/,
    onTrade((trade, bundle) => {
      bundle.input.market.yes_price = 0.999;
      trade.entry_mid = trade.side === 'YES' ? 0.999 : 0.001;
    }),
  ],
  [
    'a probability above 1',
    /not within 0 and 1/,
    onTrade((_, bundle) => {
      answer(bundle, { probability_yes: 1.2 });
    }),
  ],
  [
    'a confidence above 1',
    /not within 0 and 1/,
    onTrade((_, bundle) => {
      answer(bundle, { confidence: 1.4 });
    }),
  ],
  [
    'a direction of its own',
    /direction is not known/,
    onTrade((_, bundle) => {
      answer(bundle, { direction: 'MOON' });
    }),
  ],
  [
    'a second trade on an open side',
    /position on that side was open|was not traded|the policy buys/,
    (entries) => {
      const trade = held(entries);
      const next = of(entries, 'bundle').find(
        ({ document }) =>
          document.input.question.ticker === trade.document.ticker &&
          document.made_at > trade.document.made_at &&
          document.prediction.side === null,
      ) as Entry;
      answer(next.document, {
        confidence: 0.9,
        probability_yes: bundleOf(entries, trade).prediction.probability_yes,
        direction: 'YES',
      });
      next.document.prediction.side = trade.document.side;
      return entries;
    },
  ],
  ['a settled loss that stays open', /leaves trade/, (entries) => without(entries, exitsOf(entries, held(entries)))],
  [
    'a second exit',
    /ends its trade again/,
    (entries) => {
      const exit = exitsOf(entries, held(entries)).at(-1) as Entry;
      const next = `${exit.id.slice(0, -1)}${Number(exit.id.at(-1)) + 1}`;
      return after(entries, exit, {
        kind: 'exit',
        id: next,
        document: { ...exit.document, id: next, replaces_sha256: sha256Hex(JSON.stringify(exit.document)) },
      });
    },
  ],
  ['an early exit short of the line', /not past the line/, endedEarly({ yes_bid: 0.6, yes_ask: 0.6 })],
  ['an early exit of more than was wanted', /more than was wanted/, endedEarly({ bid_size: 1, ask_size: 1 })],
  [
    'an early exit at an old quote',
    /older than that of its trade/,
    endedEarly({ quoted_at: '2020-01-01T00:00:00.000000Z' }),
  ],
  ['an early exit at a quote to come', /later than the exit/, endedEarly({ quoted_at: '2099-01-01T00:00:00.000000Z' })],
  [
    'an early exit after the settlement',
    /after its market was settled|leaves trade/,
    (entries) => {
      const trade = held(entries);
      const settled = exitsOf(entries, trade)[0] as Entry;
      const exit = early(entries, trade, { quoted_at: settled.document.made_at });
      return entries
        .map((one) =>
          one === settled
            ? {
                ...exit,
                document: { ...exit.document, made_at: settled.document.made_at, closed_at: settled.document.made_at },
              }
            : one,
        )
        .filter((one) => !exitsOf(entries, trade).slice(1).includes(one));
    },
  ],
  [
    'a gain of its own',
    /net_pnl is/,
    (entries) => {
      exitsOf(entries, held(entries)).forEach(({ document }) => {
        document.net_pnl = round4(document.net_pnl + 50);
      });
      return entries;
    },
  ],
  [
    'an outcome before the forecasts',
    /not earlier than the outcome/,
    (entries) => {
      const { ticker } = held(entries).document;
      const first = of(entries, 'bundle').find(({ document }) => document.input.question.ticker === ticker)?.document
        .made_at;
      for (const { kind, document } of entries) {
        if (document.ticker !== ticker) continue;
        if (kind === 'settlement' || kind === 'correction') document.resolved_at = first;
        if (kind === 'exit' && document.reason === 'settled') document.closed_at = first;
      }
      return entries;
    },
  ],
  [
    'an instant of outcome that nobody stated',
    /neither stated by the exchange/,
    (entries) => {
      const settlement = of(entries, 'settlement')[0] as Entry;
      const before = new Date(Date.parse(settlement.document.resolved_at) - 2 * DAY).toISOString().replace('Z', '000Z');
      for (const { kind, document } of entries)
        if (kind === 'exit' && document.ticker === settlement.document.ticker && document.reason === 'settled')
          document.closed_at = before;
      Object.assign(settlement.document, { resolved_at: before, resolved_at_stated: false });
      return entries;
    },
  ],
  [
    'an outcome that is withheld',
    /have no outcome/,
    (entries) => {
      const { ticker } = held(entries).document;
      for (const { document } of of(entries, 'bundle'))
        if (document.input.question.ticker === ticker)
          Object.assign(document.input.question, {
            resolves_at: '2025-01-01T00:00:00.000000Z',
            deadline: '2025-01-01T00:00:00.000000Z',
          });
      return entries.filter(
        ({ kind, document }) => document.ticker !== ticker || !['settlement', 'correction', 'exit'].includes(kind),
      );
    },
  ],
  [
    'a policy that counts the best alone',
    /under an earlier policy/,
    (entries) => {
      const policy = lastPolicy(entries);
      const last = entries.at(-1) as Entry;
      const rules = { ...policy.document.rules, trade_min_confidence: 0.99 };
      return after(entries, last, {
        kind: 'policy',
        id: 'po-next',
        document: { ...policy.document, id: 'po-next', rules, supersedes: sha256Hex(JSON.stringify(policy.document)) },
      });
    },
  ],
  [
    'answers that are left out',
    /have no answer|was not forecast before/,
    (entries) => {
      const alone = of(entries, 'bundle').filter(({ document }) => document.joint === undefined);
      const gone = new Set(alone.slice(0, Math.ceil(alone.length / 2)).map(({ id }) => id));
      const trades = new Set(
        of(entries, 'trade')
          .filter(({ document }) => gone.has(document.bundle_id))
          .map(({ id }) => id),
      );
      for (const { document } of of(entries, 'withdrawal'))
        document.bundles = document.bundles.filter((id: string) => !gone.has(id));
      return entries.filter(
        ({ kind, id, document }) =>
          !gone.has(kind === 'bundle' ? id : document.bundle_id) && !trades.has(id) && !trades.has(document.trade_id),
      );
    },
  ],
  [
    'a calibration that knows what came later',
    /combined is/,
    (entries) => {
      const settled = entries.findIndex(({ kind }) => kind === 'settlement');
      const later = entries.findLast(({ kind }) => kind === 'bundle')?.document.combined;
      const early = entries.slice(0, settled).findLast(({ kind }) => kind === 'bundle')?.document;
      Object.assign(early.combined, { ...later, shrunk: early.combined.shrunk });
      return entries;
    },
  ],
  [
    'answers that are not combined',
    /combined/,
    (entries) => {
      delete of(entries, 'bundle').at(-1)?.document.combined;
      return entries;
    },
  ],
  [
    'more draws than were asked for',
    /more draws/,
    (entries) => {
      const bundle = of(entries, 'bundle')[0]?.document;
      for (let n = 0; n < 20; n++) bundle.draws.push(bundle.draws[0]);
      Object.assign(bundle.prediction, { ...bundle.draws[0] });
      return entries;
    },
  ],
  [
    'another model than the policy',
    /version is|model/,
    (entries) => {
      const intent = of(entries, 'intent')[0]?.document;
      const bundle = of(entries, 'bundle').find(
        ({ document }) => document.input_sha256 === intent.input_sha256,
      )?.document;
      intent.model.version = 'better-model';
      if (bundle !== undefined) bundle.input.model.version = 'better-model';
      return entries;
    },
  ],
  [
    'a rival whose answers are left out',
    /did not answer/,
    (entries) => entries.filter(({ kind }) => kind !== 'shadow'),
  ],
  [
    'a rival that is another',
    /from another model than the one asked/,
    (entries) => {
      for (const { document } of of(entries, 'shadow')) document.model.version = 'weak-model';
      return entries;
    },
  ],
  [
    'a market that leaves the plans',
    /left the plans/,
    (entries) => {
      const settled = new Set(of(entries, 'settlement').map(({ document }) => document.ticker));
      const { input } = of(entries, 'bundle').find(
        ({ document }) => !settled.has(document.input.question.ticker),
      )?.document;
      for (const { document } of of(entries, 'plan'))
        document.markets = document.markets.filter(({ ticker }: Forged) => ticker !== input.question.ticker);
      return entries;
    },
  ],
  ['days without a plan', /have no plan/, (entries) => entries.filter(({ kind }) => kind !== 'plan')],
  [
    'events that are parted in the last plan',
    /was sealed before/,
    (entries) => {
      const plan = of(entries, 'plan').at(-1)?.document;
      plan.markets.forEach((one: Forged, at: number) => {
        one.event = `EV-${at}`;
      });
      return entries;
    },
  ],
  [
    'an event that an intent renames',
    /was sealed before/,
    (entries) => {
      (of(entries, 'intent').at(-1) as Entry).document.event = 'EV-OWN';
      return entries;
    },
  ],
  [
    'words that are all taken back',
    /were withdrawn/,
    (entries) => {
      const before = new Set(of(entries, 'withdrawal').map(({ document }) => document.item as string));
      const shown = new Map<string, string[]>();
      for (const { id, document } of of(entries, 'bundle')) {
        const item = document.input.items.find(({ key }: Forged) => !before.has(key))?.key as string | undefined;
        if (item === undefined) continue;
        shown.set(item, [...(shown.get(item) ?? []), id].sort());
      }
      return [...shown].reduce((all, [item, bundles]) => {
        const id = `w-${sha256Hex(item).slice(0, 24)}-1`;
        const document = { kind: 'withdrawal', id, schema_version: '1.0.0', item, bundles };
        return after(all, all.at(-1) as Entry, { kind: 'withdrawal', id, document });
      }, entries);
    },
  ],
  [
    'a policy of an older format',
    /log_format is/,
    (entries) => {
      for (const { document } of of(entries, 'policy')) delete document.rules.log_format;
      return entries;
    },
  ],
  [
    'a ticker in look-alike letters',
    /is not a ticker of/,
    (entries) => {
      const intent = of(entries, 'intent')[0]?.document;
      intent.ticker = intent.ticker.replace(/^./, 'К');
      return entries;
    },
  ],
  [
    'forecasts without an intent',
    /without an intent|answers no intent/,
    (entries) => entries.filter(({ kind }) => kind !== 'intent'),
  ],
  [
    'a trade at an old quote',
    /quote older than the policy allows/,
    onTrade((_, bundle) => {
      bundle.input.market.quoted_at = new Date(Date.parse(bundle.made_at) - 2 * DAY).toISOString().replace('Z', '000Z');
    }),
  ],
  [
    'forecasts at old quotes',
    /quote older than the policy allows/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        if (document.prediction.side === null)
          document.input.market.quoted_at = new Date(Date.parse(document.made_at) - 2 * DAY)
            .toISOString()
            .replace('Z', '000Z');
      return entries;
    },
  ],
  [
    'a market that is said to have believed otherwise',
    /out of order/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        if (document.prediction.side === null) document.input.market.yes_price = 0.99;
      return entries;
    },
  ],
  [
    'a spread of its own',
    /spread is/,
    (entries) => {
      (of(entries, 'bundle').at(-1) as Entry).document.input.market.spread = 0.2;
      return entries;
    },
  ],
  ['an early exit at a bid above the ask', /out of order/, endedEarly({ yes_ask: 0.1 })],
  [
    'draws of which the best is kept',
    /rest on fewer draws/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        if (document.prediction.side === null) {
          document.draws = document.draws.slice(0, 1);
          Object.assign(document.prediction, document.draws[0]);
        }
      return entries;
    },
  ],
  [
    'a withdrawal of what was not shown',
    /not shown|does not hold/,
    (entries) => {
      const last = entries.at(-1) as Entry;
      const id = `w-${sha256Hex('n-elsewhere').slice(0, 24)}-1`;
      const bundles = [(of(entries, 'bundle')[0] as Entry).id];
      return after(entries, last, {
        kind: 'withdrawal',
        id,
        document: { kind: 'withdrawal', id, schema_version: '1.0.0', item: 'n-elsewhere', bundles },
      });
    },
  ],
  [
    'items that were seen after the question',
    /first seen after/,
    (entries) => {
      const {
        items,
        now: { frozen_at: frozen },
      } = (of(entries, 'bundle').at(-1) as Entry).document.input;
      items.at(-1).first_seen_at = later(frozen);
      return entries;
    },
  ],
  [
    'draws that no model can give',
    /draws: probability_yes is not within 0 and 1/,
    (entries) => {
      const { draws } = lastUntraded(entries);
      draws[0].probability_yes = 7;
      draws[2].probability_yes = -7;
      return entries;
    },
  ],
  [
    'draws written as texts',
    /draws: probability_yes is not a number/,
    (entries) => {
      for (const draw of lastUntraded(entries).draws) draw.probability_yes = String(draw.probability_yes);
      return entries;
    },
  ],
  [
    'questions without an answer that are said to be one call',
    /is one of several of its call, and of no event/,
    (entries) => {
      const intents = of(entries, 'intent').filter(({ document }) => document.ticker === 'KX-5');
      const joint = intents.map(listedIn);
      for (const { document } of intents) document.joint = joint;
      return entries;
    },
  ],
  [
    'two days that are said to be one call',
    /is where the next intent of the call before should follow/,
    (entries) => {
      const bundles = of(entries, 'bundle')
        .filter(({ document }) => document.input.question.ticker === 'KX-1')
        .slice(0, 2);
      const intents = bundles.map(
        ({ id }) => of(entries, 'intent').find((one) => one.id.slice(3) === id.slice(3)) as Entry,
      );
      const joint = intents.map(listedIn);
      for (const { document } of intents) document.joint = joint;
      for (const { document } of bundles)
        document.joint = joint.map((one, at) => ({
          ...one,
          probability_yes: bundles[at]?.document.prediction.probability_yes,
        }));
      return entries;
    },
  ],
  [
    'a rival that no policy names',
    /asks gemini in arm A beside it, which the policy does not/,
    (entries) => {
      for (const { document } of of(entries, 'intent')) for (const one of document.beside) one.model.name = 'gemini';
      for (const shadow of of(entries, 'shadow')) {
        shadow.document.model.name = 'gemini';
        shadow.id = shadow.document.id = shadow.id.replace('-gpt', '-gemini');
      }
      return entries;
    },
  ],
  [
    'a rival of no version, so that any may answer',
    /asks gpt in arm A beside it, which the policy does not/,
    (entries) => {
      for (const { document } of of(entries, 'intent')) for (const one of document.beside) one.model.version = '';
      for (const { document } of of(entries, 'shadow')) document.model.version = 'weak';
      return entries;
    },
  ],
  [
    'a rival that is asked in half of the calls',
    /calls were not put to every model and arm of the policy/,
    (entries) => {
      const spared = new Set<string>();
      of(entries, 'intent').forEach(({ document, id }, at) => {
        if (at % 2 === 0) return;
        document.beside = [];
        spared.add(`rb-${id.slice(3)}`);
      });
      return entries.filter(({ kind, document }) => kind !== 'shadow' || !spared.has(document.bundle_id as string));
    },
  ],
  [
    'a rival with a direction of its own',
    /direction is not known/,
    (entries) => {
      for (const { document } of of(entries, 'shadow')) document.prediction.direction = 'MOON';
      return entries;
    },
  ],
  [
    'another prompt than that of the policy',
    /prompt_id is "best"/,
    (entries) => {
      for (const { kind, document } of entries) {
        if (kind === 'intent') document.model.prompt_id = 'best';
        if (kind === 'bundle') document.input.model.prompt_id = 'best';
      }
      return entries;
    },
  ],
  ...['trade_take_profit_share', 'trade_stop_loss_share', 'trade_min_edge', 'quote_max_seconds', 'settlement_days'].map(
    (name): (typeof FORGERIES)[number] => [
      `a policy with a ${name} that allows everything`,
      new RegExp(`${name} is (-3|1000000000), not within`),
      (entries) => {
        lastPolicy(entries).document.rules[name] = name === 'quote_max_seconds' ? 1e9 : -3;
        return entries;
      },
    ],
  ),
  [
    'a correction long after the decision',
    /came more than 30 days after/,
    (entries) => {
      const { ticker, resolved_at: at } = of(entries, 'settlement')[0]?.document;
      const before = new Date(Date.parse(at as string) - 40 * DAY).toISOString().replace('Z', '000Z');
      for (const { kind, id, document } of entries) {
        if (document.ticker !== ticker) continue;
        if (kind === 'settlement') document.resolved_at = before;
        if (kind === 'exit' && id.endsWith('-1')) document.closed_at = before;
      }
      return entries;
    },
  ],
  [
    'a correction that moves the instant alone, which nobody stated',
    /corrects nothing/,
    (entries) => {
      const settlement = of(entries, 'settlement')[0]?.document;
      const correction = of(entries, 'correction')[0]?.document;
      for (const name of ['status', 'settlement_yes_price', 'outcome']) settlement[name] = correction[name];
      const at = later(correction.resolved_at as string);
      Object.assign(correction, { resolved_at: at, resolved_at_stated: false });
      for (const { id, document } of of(entries, 'exit'))
        if (document.ticker === settlement.ticker && id.endsWith('-2')) document.closed_at = at;
      for (const trade of of(entries, 'trade')) if (trade.document.ticker === settlement.ticker) follow(entries, trade);
      return entries;
    },
  ],
  [
    'outcomes of markets that were never forecast',
    /is the outcome of a market that was not forecast before/,
    (entries) =>
      Array.from({ length: 20 }, (_, at) => `KX-FREE-${at}`).reduce((all, ticker) => {
        const id = `s-${sha256Hex(`kalshi|${ticker}`).slice(0, 24)}`;
        const document = { ...of(entries, 'settlement').at(-1)?.document, id, ticker, exchange: 'kalshi' };
        return after(all, all.at(-1) as Entry, { kind: 'settlement', id, document });
      }, entries),
  ],
  [
    'a trade at the price of ten days before, with all that was frozen then',
    /bought at a quote older than the policy allows/,
    onTrade((_, { input }) => {
      const then = new Date(Date.parse(input.now.frozen_at as string) - 10 * DAY).toISOString().replace('Z', '000Z');
      input.now.frozen_at = input.market.quoted_at = then;
      for (const item of input.items) item.first_seen_at = then;
    }),
  ],
  [
    'prices that are left out where the market was right',
    /without the price in its middle/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        if (document.prediction.side === null) document.input.market.yes_price = null;
      return entries;
    },
  ],
  [
    'losses that are not traded for want of a size',
    /not traded because the size offered is not known/,
    (entries) => {
      const trades = of(entries, 'trade');
      const bundles = of(entries, 'bundle');
      for (const { document } of bundles) {
        document.input.market.ask_size = document.input.market.bid_size = null;
        answer(document, { confidence: 0.9 });
        document.prediction.side = null;
      }
      return without(entries, [...trades, ...of(entries, 'exit')]);
    },
  ],
  [
    'a size below nothing',
    /bid_size or ask_size is below 0/,
    (entries) => {
      lastUntraded(entries).input.market.ask_size = -4;
      return entries;
    },
  ],
  [
    'forecasts that an end of trading counts apart',
    /after the end of trading/,
    (entries) => {
      for (const { document } of of(entries, 'bundle'))
        document.input.question.closes_at = '2025-01-01T00:00:00.000000Z';
      return entries;
    },
  ],
  [
    'items that were seen at no instant',
    /first_seen_at is not an instant/,
    (entries) => {
      for (const item of lastUntraded(entries).input.items) item.first_seen_at = '';
      return entries;
    },
  ],
  [
    'a fee that is not a number',
    /has no fee schedule/,
    (entries) => {
      for (const { document } of of(entries, 'trade'))
        if (document.exchange === 'polymarket') document.fee_exponent = '1';
      return entries;
    },
  ],
  [
    'a document of a version of its own',
    /schema_version is "9.9.9"/,
    (entries) => {
      (of(entries, 'plan')[0] as Entry).document.schema_version = '9.9.9';
      return entries;
    },
  ],
  [
    'a record of a kind that was never written',
    /of a kind that was never written/,
    (entries) =>
      after(entries, entries.at(-1) as Entry, {
        kind: 'receipt',
        id: 'rc-1',
        document: { kind: 'receipt', id: 'rc-1' },
      }),
  ],
];

/** Faults that may be honest, and are reported: if there are more, the log is called incomplete. */
const SAID: readonly (readonly [string, RegExp, Forgery])[] = [
  [
    'a question that is worded anew',
    /asked about in other words later/,
    (entries) => {
      const { ticker } = of(entries, 'bundle').at(-1)?.document.input.question;
      const all = of(entries, 'bundle').filter(({ document }) => document.input.question.ticker === ticker);
      (all.at(-1) as Entry).document.input.question.text += ' Not?';
      if (all.length === 1) throw new Error('asked once');
      return entries;
    },
  ],
  [
    'a trade at a quote of no instant',
    /or of no instant/,
    onTrade((_, bundle) => {
      bundle.input.market.quoted_at = null;
    }),
  ],
  [
    'an outcome that is withheld behind a later end',
    /have no outcome/,
    (entries) => {
      const { ticker } = held(entries).document;
      const first = of(entries, 'bundle').filter(({ document }) => document.input.question.ticker === ticker);
      first.forEach(({ document }, at) => {
        const ends = at === first.length - 1 ? '2099-01-01T00:00:00.000000Z' : '2025-01-01T00:00:00.000000Z';
        Object.assign(document.input.question, { resolves_at: ends, deadline: ends });
      });
      return entries.filter(
        ({ kind, document }) => document.ticker !== ticker || !['settlement', 'correction', 'exit'].includes(kind),
      );
    },
  ],
  [
    'losses that are called void',
    /void/,
    (entries) => {
      for (const { document } of of(entries, 'settlement', 'correction'))
        Object.assign(document, { status: 'void', outcome: null, settlement_yes_price: null });
      for (const { document } of of(entries, 'exit'))
        if (document.reason === 'settled') {
          const opening = of(entries, 'trade').find(({ id }) => id === document.trade_id)?.document;
          document.price = opening.price;
          document.net_pnl = round4(0 - opening.fee_usd);
        }
      // A correction of a void market would state the same decision.
      return entries.filter(
        ({ kind, document }) => kind !== 'correction' && (kind !== 'exit' || document.replaces_sha256 === null),
      );
    },
  ],
  [
    'a policy that is put aside for a day',
    /policies differ in trade_min_edge/,
    (entries) => {
      const policy = lastPolicy(entries);
      const last = entries.at(-1) as Entry;
      const rules = { ...policy.document.rules, trade_min_edge: 0.5 };
      const next = after(entries, last, {
        kind: 'policy',
        id: 'po-next',
        document: { ...policy.document, id: 'po-next', rules, supersedes: sha256Hex(JSON.stringify(policy.document)) },
      });
      return next;
    },
  ],
];

needing('python3', 'openssl').describe('a log of an operator who signs everything anew', () => {
  it('is verified by both where nothing is forged', async () => {
    const { first, second } = await fateOf((entries) => entries);
    expect(first).not.toMatch(/^\w+ +no /m);
    expect(second).not.toMatch(/^\w+ +no /m);
    expect(first).toContain('exit 0');
  });

  it.each(FORGERIES)('is found out with %s', async (name, said, forgery) => {
    const { first, second } = await fateOf(forgery);
    tell(name, { first, second });
    expect(first).toMatch(said);
    expect(first).toMatch(/^\w+ +no |^Another version/m);
    expect(second).toMatch(/^\w+ +no |^Another version/m);
  });

  it.each(SAID)('is reported to have %s', async (_, said, forgery) => {
    const { first, second } = await fateOf(forgery);
    expect(first).toMatch(said);
    expect(second).toMatch(said);
  });

  it('is reported to be ahead of the clock of its reader', async () => {
    const files = await filesOf(reforged(base, (entries) => entries));
    const before = Date.parse(last) - 600_000;
    const [second] = await readBySecond(files, [{ name: 'ahead' }], { vkey: SIGNER.vkey, now: before });
    for (const said of [(await read(files, before)).lines.join('\n'), second?.said ?? ''])
      expect(said).toMatch(/^Complete +no .*the last record is of a time to come/m);
  });

  it('does not accuse a day of which no round was finished', async () => {
    const [last = '', ...before] = base.days.toReversed();
    const bare = JSON.stringify({ ...(JSON.parse(last) as object), coverage: [] });
    const days = [...before.reverse(), bare];
    const files = await filesOf(reforged({ ...base, days }, (entries) => entries));
    const [second] = await readBySecond(files, [{ name: 'bare days' }], { vkey: SIGNER.vkey, now });
    const { lines, exitCode } = await read(files, now);
    for (const said of [lines.join('\n'), second?.said ?? ''])
      expect(said).toMatch(/the coverage of days does not list/);
    expect(exitCode).toBe(0);
  });
});
