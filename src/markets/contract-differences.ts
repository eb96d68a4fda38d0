/** Differences between two contracts of one question; they may explain a gap between their prices. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import { contractTerms } from './contract-terms';
import type { Market } from './market';
import { feeUsd, type FeeSchedule } from './taker-fee';

type Terms = 'rules' | 'rules_secondary' | 'resolution_source';

export interface Contract extends Pick<Market, Terms>, FeeSchedule {
  readonly exchange: string;
  /** When it ends; null for unknown. */
  readonly ends: string | null;
}

interface ContractDifferences {
  readonly terms: readonly string[];
  /** Null for equal fees. */
  readonly fees: string | null;
}

/** @param there the other contract @param here the one that is looked at */
export const contractDifferences = (there: Contract, here: Contract): ContractDifferences => {
  const [other, own] = [there, here].map((one) => contractTerms(one.rules, one.rules_secondary));
  const differ = (topic: string, a: string | null | undefined, b: string | null | undefined): string[] =>
    fold(a) === fold(b) ? [] : [`${topic}: ${a ?? UNSTATED} there, ${b ?? UNSTATED} here`];
  const apart = Math.abs(Date.parse(there.ends ?? '') - Date.parse(here.ends ?? ''));
  return {
    terms: [
      ...differ('decided by', there.resolution_source ?? other?.source, here.resolution_source ?? own?.source),
      ...(apart >= HOUR_MS ? differ('ends at', momentOf(there.ends), momentOf(here.ends)) : []),
      ...differ('called off or undecided', other?.undecided, own?.undecided),
      ...differ('a tie', other?.tie, own?.tie),
      ...differ('an announcement alone', other?.announcement, own?.announcement),
      ...differ('a part or an attempt alone', other?.part, own?.part),
    ],
    fees: differ('fees of 100 contracts at 0.5', ...([feeOf(there), feeOf(here)] as const))[0] ?? null,
  };
};

const UNSTATED = 'not stated';

/** At an even price, where fees are highest. */
const feeOf = (contract: Contract): string => `${feeUsd(contract.exchange, 100, 0.5, contract)} USD`;

const momentOf = (at: string | null): string | null =>
  at === null ? null : `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const fold = (text: string | null | undefined): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .trim();
