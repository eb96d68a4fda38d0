/**
 * Determines the doer of an act by word order: "Iran fires missiles at Israel" is not a strike by Israel.
 *
 * Entities and the act have positions in a title. The doer precedes the act, or follows an agent word ("by"); the
 * target follows a preposition of place or aim. Arabic headlines begin with the verb, Turkish and Persian ones end with
 * it. Otherwise the role is unknown.
 */
export interface Spot {
  readonly entity: string;
  /** Position in words of the title; in characters in Chinese. */
  readonly at: number;
}

export interface Sentence {
  readonly spots: readonly Spot[];
  /** Folded words of the title, or its characters in Chinese. */
  readonly words: readonly string[];
  readonly lang: string;
}

export type Role = 'doer' | 'other' | 'unknown';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const AIMS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: set('on at against into in toward towards over inside near for'),
  fr: set('sur contre en au aux a vers dans'),
  ru: set('по на против в'),
  uk: set('по на проти в у'),
  ar: set('على ضد في نحو باتجاه'),
  he: set('על את נגד לעבר אל'),
  fa: set('به علیه بر در'),
  zh: set('对 向 在 对准'),
};
const AGENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: set('by'),
  fr: set('par'),
  ar: set('قبل يد'),
  he: set('ידי'),
  fa: set('توسط سوی'),
  zh: set('遭 被 由'),
};
const AND = set('and x et и та ו و ve 和 与 & with plus');
const PASSIVE = set('be been being is was were gets get');
const VERB_FIRST = set('ar');
const VERB_LAST = set('tr fa');
const AGENT_GAP = 3;
/** English adjectives of countries and peoples; "US weighs Iran strike" has none. */
const ADJECTIVE = /(?:ian|ean|rican|ish|ese|eli|[dnq]i|thi|french)$/;
const BLOW = /^(?:barrage|strike|airstrike|attack|raid|shelling|bombardment|salvo|assault|missile|drone|rocket)s?$/;
/** Turkish case endings after an apostrophe. */
const TURKISH_AIM = /^(?:[yn]?[aeiu])$/;

/** Whether an entity accepted by `isDoer` did the act at position `act`. */
export const roleIn = ({ spots, words, lang }: Sentence, act: number, isDoer: (entity: string) => boolean): Role => {
  const agents = spots.filter(({ at }) => isAgent(words, at, lang));
  if (agents.length > 0) return agents.some(({ entity }) => isDoer(entity)) ? 'doer' : 'other';
  const free = spots.filter(({ at }) => !isAim(words, at, lang));
  const isPassive = lang === 'en' && PASSIVE.has(words[act - 1] ?? '');
  const doers = isPassive ? [] : doersOf(free, words, act, lang);
  if (doers.some(({ entity }) => isDoer(entity))) return 'doer';
  if (doers.length > 0) return 'other';
  // Only named as the target.
  return spots.some(({ entity, at }) => isDoer(entity) && isAim(words, at, lang)) ? 'other' : 'unknown';
};

/** Staff of a leader, before or after the name: their acts are not the leader's. */
const SERVANTS: Readonly<Record<string, { readonly before?: RegExp; readonly behind?: RegExp }>> = {
  en: {
    before:
      /\b(?:aide|ally|adviser|advisor|minister|spokes(?:man|woman|person)|deputy|lawyer|envoy|confidant|loyalist|chief) (?:of|to)$/,
    behind: /^(?:aide|ally|adviser|advisor|minister|spokes\w+|deputy|lawyer|envoy|confidant|loyalist|chief)s?$/,
  },
  fr: { before: /\b(?:conseill\w+|ministre|proche|allie\w*|avocat\w*|porte parole|collaborat\w+|emissaire) (?:de|d)$/ },
  tr: { behind: /^(?:danisman|bakan|sozcu|avukat|yardimci|muttefik)/ },
  ru: { before: /(?:^| )(?:помощник|советник|соратни|пресс секретар|адвокат|посланни|замести)\S*$/ },
  uk: { before: /(?:^| )(?:помічни|радни|соратни|речни|прес секретар|адвокат|заступни)\S*$/ },
  ar: { before: /(?:^| )(?:مستشار|مساعد|محامي|متحدث|حليف|نائب|مبعوث)\S*$/ },
  fa: { before: /(?:^| )(?:مشاور|دستیار|وکیل|سخنگوی|متحد|معاون|فرستاده)\S*$/ },
  he: { before: /(?:^| )(?:יועצ|יועץ|עוזר|דובר|מקורב|עורך דין|שליח|סגן)\S*(?: של)?$/ },
  zh: { behind: /助手|顾问|幕僚|发言人|律师|盟友|亲信|特使|副手/ },
};
/** Introduces an occasion: "resigns after the visit of". */
const OCCASION = set('after following amid before ahead despite over apres avant после перед після بعد قبل אחרי לפני');
/** Maximum words of a name and its rank between it and its staff. */
const NAME_WORDS = 3;

/** Whether, in a title about an exit at `act`, somebody other than the one named at `at` leaves, such as an aide. */
export const goesAnother = ({ words, lang }: Sentence, at: number, act: number): boolean => {
  const { before, behind } = SERVANTS[lang] ?? {};
  if (before?.test(words.slice(Math.max(0, at - NAME_WORDS), at).join(' ')) === true) return true;
  const between = words.slice(at + 1, act);
  if (lang === 'zh') return behind?.test(between.join('')) === true;
  if (between.slice(0, NAME_WORDS).some((word) => behind?.test(word) === true)) return true;
  return at > act && words.slice(act + 1, at).some((word) => OCCASION.has(word));
};

/** "By an Israeli missile": up to three words before the name. "In an overnight Russian barrage". */
const isAgent = (words: readonly string[], at: number, lang: string): boolean =>
  words.slice(Math.max(0, at - AGENT_GAP), at).some((word) => AGENTS[lang]?.has(word) === true) ||
  (lang === 'en' && ADJECTIVE.test(words[at] ?? '') && words.slice(at + 1, at + 3).some((word) => BLOW.test(word)));

const isAim = (words: readonly string[], at: number, lang: string): boolean =>
  AIMS[lang]?.has(words[at - 1] ?? '') === true || (lang === 'tr' && TURKISH_AIM.test(words[at + 1] ?? ''));

const doersOf = (free: readonly Spot[], words: readonly string[], act: number, lang: string): readonly Spot[] => {
  const before = free.filter(({ at }) => at < act);
  const first = before[0];
  if (first === undefined) return VERB_FIRST.has(lang) ? free.slice(0, 1) : [];
  if (VERB_LAST.has(lang)) return [first];
  const doers = [before.at(-1) ?? first];
  for (const one of before.slice(0, -1).reverse()) {
    const next = doers[0]?.at ?? act;
    if (!words.slice(one.at + 1, next).some((word) => AND.has(word)) || next - one.at > 3) break;
    doers.unshift(one);
  }
  return doers;
};

export const sentenceOf = (
  words: readonly string[],
  touches: ReadonlyMap<string, { readonly entity: string; readonly at: number | null }>,
  lang: string,
): Sentence => ({
  spots: [...touches.values()]
    .flatMap(({ entity, at }) => (at === null ? [] : [{ entity, at }]))
    .sort((one, other) => one.at - other.at),
  words,
  lang,
});
