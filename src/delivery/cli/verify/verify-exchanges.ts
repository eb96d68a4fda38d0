import { isFinal, type Market } from '../../../markets/market';
import { formatMicros, MICROS_PER_DAY, parseMicros } from '../../../platform/common/utc-time';
import { isMore } from '../../../verification/gap';
import { Broken, insist } from '../../../verification/finding';
import { marketOfBundle } from '../../../verification/history';
import { shortly, type Members } from '../../../verification/received-json';
import type { Exchanges } from './exchanges.client';
import { Unread, type Findings } from './report';
import type { ProvenLog } from './proven-log';

/** Exchanges may settle shortly before the listing is read here. */
const READ_WITHIN_MICROS = 2 * MICROS_PER_DAY;

export const verifyExchanges = async (
  { report, verdict }: Findings,
  exchanges: Exchanges | null,
  { history }: ProvenLog,
  now: number,
): Promise<void> => {
  const markets = new Map([...history.bundles.values()].map((one) => [marketOfBundle(one), one.members.at('input')]));
  const corrected = [...history.settlements.values()].filter((words) => words.length > 1).length;
  const decided = `${history.settlements.size} decided, ${corrected} of them corrected since`;
  if (exchanges === null || markets.size === 0) {
    const how = markets.size === 0 ? 'no market was forecast' : `${markets.size} markets (add --exchanges); ${decided}`;
    verdict.answer('Outcomes', 'not checked', how);
    return;
  }
  const others: string[] = [];
  let asked = 0;
  for (const [market, input] of markets) {
    const question = input.at('question');
    let told: Market | null;
    try {
      told = await exchanges.market(question.text('exchange'), question.text('ticker'));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      verdict.unread.push(`what the exchanges decided of ${markets.size - asked} markets (${error.message})`);
      verdict.answer('Outcomes', 'not checked', `${asked} of ${markets.size} markets were asked about; ${decided}`);
      return;
    }
    if (told === null) throw new Broken(market, 'was forecast, but its exchange does not know it');
    if (told.question !== question.text('text')) others.push(market);
    compareOutcome(market, history.settlementOf(market), told, now);
    asked += 1;
    report.progress('exchanges', asked, markets.size);
  }
  report.held('exchanges', `${asked} markets stand in the log as their exchanges say`);
  const worded = `; ${others.length} are worded otherwise by their exchange now (${others.slice(0, 3).join(', ')})`;
  verdict.answer(
    'Outcomes',
    isMore(others.length, asked) ? 'no' : 'yes',
    `${asked} markets as their exchanges say; ${decided}${others.length === 0 ? '' : worded}`,
  );
};

const compareOutcome = (market: string, settlement: Members | null, told: Market, now: number): void => {
  if (settlement === null) {
    const at = parseMicros(told.resolved_at ?? '') ?? now * 1000;
    const late = isFinal(told.status) && at < now * 1000 - READ_WITHIN_MICROS;
    insist(!late, market, `its exchange decided it at ${told.resolved_at ?? ''}, and the log has no outcome`);
    return;
  }
  for (const [name, given, due] of [
    ['status', settlement.object['status'], told.status],
    ['settlement_yes_price', settlement.object['settlement_yes_price'], told.settlement_yes_price],
  ] as const)
    insist(given === due, market, `${name} is ${shortly(given)} in the log, and its exchange says ${shortly(due)}`);
  if (settlement.object['resolved_at_stated'] === true && told.resolved_at !== null)
    insist(
      sameInstant(settlement.text('resolved_at'), told.resolved_at),
      market,
      `resolved_at is ${settlement.text('resolved_at')} in the log, and its exchange says ${told.resolved_at}`,
    );
};

const sameInstant = (left: string, right: string): boolean =>
  left === right || left === formatMicros(parseMicros(right) ?? 0);
