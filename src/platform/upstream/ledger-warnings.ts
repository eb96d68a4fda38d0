/** Warnings on ledger entries: addresses or models about to be retired, facts that were not checked for long. */
import { DAY_MS } from '../common/durations';
import type { Ledger } from './ledger';

interface LedgerWarning {
  readonly upstream: string;
  readonly warning: string;
}

const RETIRES_DAYS = 30;
const AGE_DAYS = 120;

/** @param inUse configured model names; others need no warning @param now UTC ms */
export const ledgerWarnings = (ledger: Ledger, inUse: ReadonlySet<string>, now: number): LedgerWarning[] =>
  ledger.upstreams.flatMap(({ id, name, calls = [], models = [] }) => {
    const used = models.filter((model) => inUse.has(model.id));
    const ends = [
      ...calls.map(({ id: call, retires }) => ({ what: call, retires: retires ?? null, then: undefined })),
      ...used.map(({ id: model, retires, replaced_by: then }) => ({ what: model, retires, then })),
    ].flatMap(({ what, retires, then }) => {
      const left = retires === null ? Infinity : (Date.parse(retires) - now) / DAY_MS;
      if (left > RETIRES_DAYS) return [];
      const instead = then === undefined ? '' : `; ${then} takes its place`;
      return [`${name}: ${what} ${left <= 0 ? 'ended' : 'ends'} on ${retires ?? ''}${instead}`];
    });
    const old = [...calls, ...used]
      .flatMap(({ says }) => says.map(({ checked }) => checked))
      .filter((month) => now - monthEnd(month) > AGE_DAYS * DAY_MS)
      .sort();
    const aged = old.length === 0 ? [] : [`${name}: ${old.length} facts were looked up last in ${old[0] ?? ''}`];
    return [...ends, ...aged].map((warning) => ({ upstream: id, warning }));
  });

const monthEnd = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
};
