/** Every settlement of the log against the word of the exchange, asked by the reader. */
import { parseMicros, formatMicros } from '../../../platform/common/utc-time';
import { Broken, insist } from '../../../verification/finding';
import { shortly } from '../../../verification/received-json';
import type { Exchanges } from './exchanges.client';
import { Unread, type Report, type Verdict } from './report';
import type { ProvenLog } from './verify-log';

/** @param exchanges null when they are not asked. @throws Broken */
export const verifyExchanges = async (
  exchanges: Exchanges | null,
  report: Report,
  verdict: Verdict,
  { history }: ProvenLog,
): Promise<void> => {
  const settled = [...history.settlements];
  if (settled.length === 0) return;
  if (exchanges === null) {
    verdict.left.push(`that the exchanges decided ${settled.length} markets as the log says (--exchanges asks them)`);
    return;
  }
  let asked = 0;
  for (const [market] of settled) {
    const settlement = history.settlementOf(market);
    if (settlement === null) continue;
    try {
      const told = await exchanges.market(settlement.text('exchange'), settlement.text('ticker'));
      if (told === null) throw new Broken(market, 'is settled in the log, and its exchange does not know it');
      for (const [name, given, due] of [
        ['status', settlement.object['status'], told.status],
        ['settlement_yes_price', settlement.object['settlement_yes_price'], told.settlementYesPrice],
      ] as const)
        insist(given === due, market, `${name} is ${shortly(given)} in the log, and its exchange says ${shortly(due)}`);
      if (settlement.object['resolved_at_stated'] === true && told.resolvedAt !== null)
        insist(
          sameInstant(settlement.text('resolved_at'), told.resolvedAt),
          market,
          `resolved_at is ${settlement.text('resolved_at')} in the log, and its exchange says ${told.resolvedAt}`,
        );
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      verdict.unread.push(`what the exchanges decided of ${settled.length - asked} markets (${error.message})`);
      return;
    }
    asked += 1;
    report.progress('exchanges', asked, settled.length);
  }
  report.held('exchanges', `${asked} markets were decided as their exchanges say`);
  verdict.verified.push(`${asked} settlements by the exchanges’ own word`);
};

const sameInstant = (left: string, right: string): boolean =>
  left === right || left === formatMicros(parseMicros(right) ?? 0);
