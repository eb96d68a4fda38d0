/* eslint-disable @typescript-eslint/restrict-plus-operands -- a forger adds to any member of any document */
/** Forgeries by an operator who signs everything again, with the verdict of both verifiers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { round4 } from '../../src/platform/common/ten-thousandths';
import { feeUsd } from '../../src/markets/taker-fee';
import type { Verdict } from '../../src/delivery/cli/verify/report';
import { SeenLogs } from '../../src/delivery/cli/verify/seen-logs.store';
import { verifyDeployment } from '../../src/delivery/cli/verify/verify-deployment';
import { Broken } from '../../src/verification/finding';
import { entriesOf, reforged, type Entry, type Forged, type Forgery, type LogText, type Sealing } from './forged-log';
import { logFiles, publishedFiles } from './published-files';
import { readBySecond } from './second-reader';
import { firstReader, silent } from './verified';
import { SIGNER, writeLog, type WrittenLog } from './written-log';

export const DAY = 86_400_000;

export const of = (entries: readonly Entry[], ...kinds: readonly string[]): Entry[] =>
  entries.filter(({ kind }) => kinds.includes(kind));
export const bundleOf = (entries: readonly Entry[], trade: Entry): Forged =>
  of(entries, 'bundle').find(({ id }) => id === trade.document.bundle_id)?.document;
/** A trade that was held to the settlement of its market. */
export const held = (entries: readonly Entry[]): Entry =>
  of(entries, 'trade').find(({ id }) =>
    of(entries, 'exit').some(({ document }) => document.trade_id === id && document.reason === 'settled'),
  ) as Entry;
export const exitsOf = (entries: readonly Entry[], trade: Entry): Entry[] =>
  of(entries, 'exit').filter(({ document }) => document.trade_id === trade.id);
export const without = (entries: Entry[], gone: readonly Entry[]): Entry[] =>
  entries.filter((one) => !gone.includes(one));
/** Its last entries, in whose place a document can be put. */
export const after = (entries: Entry[], place: Entry, added: Entry): Entry[] => {
  const at = entries.indexOf(place);
  const madeAt = later(place.document.made_at as string);
  return [
    ...entries.slice(0, at + 1),
    { ...added, document: { ...added.document, made_at: madeAt } },
    ...entries.slice(at + 1),
  ];
};
export const later = (instant: string): string =>
  instant.replace(/(\d{3})Z$/, (_, last: string) => `${String((Number(last) + 1) % 1000).padStart(3, '0')}Z`);

/** Figures of a trade and its exits follow from side, price and size again. */
export const follow = (entries: readonly Entry[], trade: Entry): void => {
  const { document } = trade;
  const { prediction, input } = bundleOf(entries, trade);
  document.fee_usd = feeUsd(document.exchange, document.size, document.price);
  document.edge = round4(
    (document.side === 'YES' ? prediction.probability_yes : 1 - prediction.probability_yes) - document.price,
  );
  document.quote = input.market;
  const outcomes = of(entries, 'settlement', 'correction').filter((one) => one.document.ticker === document.ticker);
  for (const [nth, { document: exit }] of exitsOf(entries, trade).entries()) {
    exit.side = document.side;
    const settlement = outcomes[nth]?.document;
    if (exit.reason === 'settled' && settlement !== undefined)
      exit.price =
        document.side === 'YES' ? settlement.settlement_yes_price : round4(1 - settlement.settlement_yes_price);
    exit.net_pnl = round4(document.size * (exit.price - document.price) - (document.fee_usd + exit.fee_usd)) + 0;
  }
};

export const onTrade =
  (change: (trade: Forged, bundle: Forged, entries: Entry[]) => void): Forgery =>
  (entries) => {
    const trade = held(entries);
    change(trade.document, bundleOf(entries, trade), entries);
    follow(entries, trade);
    return entries;
  };

/** Every answer of a bundle, and so their median. */
export const answer = (bundle: Forged, changes: object): void => {
  Object.assign(bundle.prediction, changes);
  const { direction, reasoning } = bundle.prediction;
  for (const draw of bundle.draws) Object.assign(draw, { direction, reasoning }, changes);
};

/** The last record of the answer that was traded. */
export const endOfAnswer = (entries: readonly Entry[], trade: Entry): Entry =>
  of(entries, 'shadow').findLast(({ document }) => document.bundle_id === trade.document.bundle_id) ?? trade;

export const early = (
  entries: readonly Entry[],
  trade: Entry,
  changes: { readonly yes_bid?: number; readonly [name: string]: unknown },
): Entry => {
  const settled = exitsOf(entries, trade)[0] as Entry;
  const { side, size, price, exchange } = trade.document;
  const bid = changes.yes_bid ?? 0.999;
  const quote = {
    bid_size: size,
    ask_size: size,
    quoted_at: trade.document.made_at,
    raw_sha256: null,
    yes_bid: bid,
    yes_ask: bid,
  };
  const gain = side === 'YES' ? bid : round4(1 - bid);
  const fee = feeUsd(exchange, size, gain);
  return {
    kind: 'exit',
    id: settled.id,
    document: {
      ...settled.document,
      reason: side === 'YES' ? 'take_profit' : 'stop_loss',
      price: gain,
      fee_usd: fee,
      net_pnl: round4(size * (gain - price) - (trade.document.fee_usd + fee)),
      closed_at: later(endOfAnswer(entries, trade).document.made_at as string),
      quote: { ...quote, ...changes },
      settlement_sha256: null,
      replaces_sha256: null,
    },
  };
};

/** Ends a trade early, at once, in place of its settlement. */
export const endedEarly =
  (changes: { readonly yes_bid?: number; readonly [name: string]: unknown }): Forgery =>
  (entries) => {
    const trade = held(entries);
    const exit = early(entries, trade, changes);
    return after(without(entries, exitsOf(entries, trade)), endOfAnswer(entries, trade), exit);
  };

/** The last bundle that was not traded. */
export const lastUntraded = (entries: readonly Entry[]): Forged =>
  of(entries, 'bundle').findLast(({ document }) => document.prediction.side === null)?.document;
/** The entry of an intent in the list of its call. */
export const listedIn = ({ id, document }: Entry): Forged => ({
  bundle_id: `rb-${id.slice(3)}`,
  ticker: document.ticker,
  input_sha256: document.input_sha256,
});

export const lastPolicy = (entries: readonly Entry[]): Entry => of(entries, 'policy').at(-1) as Entry;

class FirstVisit extends SeenLogs {
  override get(): Promise<null> {
    return Promise.resolve(null);
  }
  override put(): Promise<void> {
    return Promise.resolve();
  }
}

export const read = (files: ReadonlyMap<string, Buffer>, now: number): Promise<Verdict> =>
  verifyDeployment(
    {
      requests: 0,
      remaining: 41,
      get: (path) => {
        const bytes = files.get(path);
        if (bytes === undefined) throw new Broken(path, 'is not there (HTTP 404)');
        return Promise.resolve({ text: bytes.toString(), bytes, headers: { get: () => null } });
      },
    },
    silent,
    firstReader(now, { vkey: SIGNER.vkey, seen: new FirstVisit('nowhere'), sample: 0, signedWaitMs: 0 }),
  );

/** The log in a folder, as its deployment served it. */
const readLog = (folder: string): LogText => {
  const lines = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const [bundles, documents] = [lines('bundles.jsonl'), lines('documents.jsonl')];
  const records = lines('log.jsonl').map((line) => JSON.parse(line) as LogText['records'][number]);
  const texts = records.map(({ kind }) => (kind === 'bundle' ? bundles : documents).shift() ?? '');
  return { records, texts, days: lines('days.jsonl') };
};

const GIVEN = process.env['FORGED_LOG'];
const given = GIVEN !== undefined && existsSync(GIVEN) ? GIVEN : null;
export const isGiven = given !== null;
export const base: LogText = given !== null ? readLog(given) : writeLog(Date.UTC(2026, 10, 22, 12));
export const last = entriesOf(base).at(-1)?.document.made_at as string;
export const now = isGiven ? Date.parse(last) + 1000 : Date.UTC(2026, 10, 22, 12);

/** Its published files; for a log that breaks its rules, the log only. */
export const filesOf = async (log: WrittenLog): Promise<Map<string, Buffer>> => {
  try {
    return await publishedFiles(log, now, { singles: false });
  } catch {
    return logFiles(log, now);
  }
};

/** Verdicts of both on a forged log. */
export const fateOf = async (forgery: Forgery, sealing: Sealing = {}): Promise<{ first: string; second: string }> => {
  const files = await filesOf(reforged(base, forgery, sealing));
  const [[second], { lines, exitCode }] = await Promise.all([
    readBySecond(files, [{ name: 'forged' }], { vkey: SIGNER.vkey, now }),
    read(files, now),
  ]);
  return { first: `${lines.join('\n')}\nexit ${exitCode}`, second: second?.said ?? '' };
};

/** With FORGED_LOG=<folder> the fate is printed. */
export const tell = (name: string, { first, second }: { first: string; second: string }): void => {
  const isNo = (line: string): boolean => /^\w+ +no |Another/.test(line);
  const saidBy = (text: string): string => text.split('\n').find(isNo) ?? 'MISSED';
  if (isGiven) process.stdout.write(`${name}\n  ts ${saidBy(first)}\n  py ${saidBy(second)}\n`);
};
