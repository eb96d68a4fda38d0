/** Differences between two contracts of one question; they may explain a gap between their prices. Pure. */
import { HOUR_MS } from '../platform/common/durations';
import type { Market } from './market';
import { feeUsd, type FeeSchedule } from './taker-fee';

/** What decides the cases at a contract's edges. Only what a sentence of its rules states; most state little. */
interface ContractTerms {
  /** Payment if the event is called off or nothing is decided in time. */
  readonly undecided: string | null;
  /** Payment in a tie. */
  readonly tie: string | null;
  /** Whether an announcement is enough, without the event itself. */
  readonly announcement: string | null;
  /** Whether a part of it, an attempt or a temporary one is enough. */
  readonly part: string | null;
  /** Who decides, by the rules. */
  readonly source: string | null;
}

/** @param rules of the contract; texts that are missing or empty are skipped */
export const contractTerms = (...rules: readonly (string | null | undefined)[]): ContractTerms => {
  const text = rules.map((one) => one ?? '').join('\n');
  const sentences = text.split(/(?<=[.!?]["”’)]?)\s+|\n+/).map((one) => one.trim());
  const ruling = sentences.filter((one) => !SOURCE.test(one));
  return {
    undecided: first(ruling, (one) =>
      TIE.test(one) && !CALLED_OFF.test(one)
        ? null
        : (specialPay(one) ?? (CALLED_OFF.test(one) && !TIE.test(one) ? plainPay(one) : null)),
    ),
    tie: first(ruling, (one) => (TIE.test(one) ? (specialPay(one) ?? plainPay(one)) : null)),
    announcement: first(ruling, (one) => (ANNOUNCED.test(one) && !CALLED_OFF.test(one) ? isEnough(one) : null)),
    part: first(ruling, (one) => (PART.test(one) ? isEnough(one) : null)),
    source: first(sentences, (one) => NAMED_SOURCE.exec(one)?.slice(1).find(Boolean)?.trim() ?? null),
  };
};

const first = (sentences: readonly string[], read: (sentence: string) => string | null): string | null => {
  for (const sentence of sentences) {
    const found = read(sentence);
    if (found !== null) return found;
  }
  return null;
};

/** Anything but YES or NO. */
const specialPay = (sentence: string): string | null => {
  if (/(?<![\d.])(?:50 ?[-–/] ?50|50 ?%|1\/2|0?\.50?|half)(?!\d)/i.test(sentence) && PAYS.test(sentence)) return 'half';
  if (/\b(?:fair|last)(?:[- ](?:market|traded|trade|fair))? (?:price|value)\b/i.test(sentence))
    return 'a fair or last price';
  return /\b(?:refund|void|annul)/i.test(sentence) && !/\bnot (?:be )?(?:refund|void|annul)/i.test(sentence)
    ? 'money back'
    : null;
};

const plainPay = (sentence: string): string | null =>
  /\bresolves? (?:to )?["'“”‘’]?(yes|no)\b/i.exec(sentence)?.[1]?.toUpperCase() ?? null;

const PAYS = /\b(?:resolv|settle|pay|paid|worth)/i;
const TIE = /\b(?:tie|ties|tied|draw|dead heat|equal)\b/i;
const CALLED_OFF =
  /\b(?:cancel|postpone|abandon|suspend|call(?:ed)? off|reschedul|neither|ambigu)|\b(?:not|isn['’]t|no) (?:\w+ ){0,3}(?:take[sn]? place|held|decided|declared|known|completed?|released|started|finali[sz]ed|determined|published|occurs?|happens?)\b/i;

const ANNOUNCED = /\b(?:announc|pledg|declaration|declares?\b|statement of intent)/i;
const PART =
  /\b(?:partial|(?:any|a) (?:part|portion)\b|in part\b|temporar|attempt|unsuccessful|fail(?:s|ed)?\b|preliminary|in principle|framework|tentative|only for (?:certain|some|one)\b)/i;
const COUNTS = /\b(?:count|qualif|suffic|enough|consider|resolve|trigger|satisf|regardless|any (?:part|portion) of)/i;
const NEGATION = /\b(?:not|never|nor|neither|cannot)\b|n['’]t\b/gi;
/** Letters between a negation and the negated word. */
const DENIED_WITHIN = 70;

const isEnough = (sentence: string): string | null => {
  const isDenied = [...sentence.matchAll(NEGATION)].some(({ index }) =>
    COUNTS.test(sentence.slice(index, index + DENIED_WITHIN)),
  );
  if (isDenied || /\binsufficient\b/i.test(sentence)) return 'not enough';
  return COUNTS.test(sentence) ? 'enough' : null;
};

const SOURCE = /\b(?:resolution|settlement) source|\bverified (?:from|by)\b/i;
const NAMED_SOURCE =
  /\b(?:(?:resolution|settlement) sources?\b.{0,80}?\b(?:will be|is|are)|verified (?:from|by)) (?!chosen|used|based)((?:[^;.]|\.(?=\S)){3,160})/i;

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
