/**
 * Reads from a contract's rules what decides the cases at its edges. Only what a sentence states is read; most rules
 * state little. Pure.
 */

interface ContractTerms {
  /** What is paid if the event is called off or nothing is decided in time. */
  readonly undecided: string | null;
  /** What is paid in a tie. */
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
/** Letters between a negation and what it denies. */
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
