/**
 * Who did it, by the order of the words: "Iran fires missiles at Israel" is no strike by Israel.
 *
 * Named entities and the act stand at positions of a title. The doer stands before the act, or behind a word that names
 * an agent ("by"); behind a preposition of place or aim stands whom it was done to. Arabic headlines begin with the
 * verb, Turkish and Persian end with it. What this cannot tell is unknown.
 */
export interface Spot {
  readonly entity: string;
  /** Words of the title before it; characters where the text is in Han letters. */
  readonly at: number;
}

export interface Sentence {
  readonly spots: readonly Spot[];
  /** Folded words of the title, or its characters in Han letters. */
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
/** Case endings of Turkish behind an apostrophe. */
const TURKISH_AIM = /^(?:[yn]?[aeiu])$/;

/** Whether one who `isDoer` recognises did what stands at `act`. */
export const roleIn = ({ spots, words, lang }: Sentence, act: number, isDoer: (entity: string) => boolean): Role => {
  const agents = spots.filter(({ at }) => isAgent(words, at, lang));
  if (agents.length > 0) return agents.some(({ entity }) => isDoer(entity)) ? 'doer' : 'other';
  const free = spots.filter(({ at }) => !isAim(words, at, lang));
  const isPassive = lang === 'en' && PASSIVE.has(words[act - 1] ?? '');
  const doers = isPassive ? [] : doersOf(free, words, act, lang);
  if (doers.some(({ entity }) => isDoer(entity))) return 'doer';
  if (doers.length > 0) return 'other';
  // Only named as whom it was done to.
  return spots.some(({ entity, at }) => isDoer(entity) && isAim(words, at, lang)) ? 'other' : 'unknown';
};

/** Those who serve a leader, before the name or behind it: what they do, the leader does not. */
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
/** What follows was the occasion: "resigns after the visit of". */
const OCCASION = set('after following amid before ahead despite over apres avant после перед після بعد قبل אחרי לפני');
/** Words of a name and its own rank, behind which those who serve it may stand. */
const NAME_WORDS = 3;

/** Whether the one named at `at` is not who goes in a title that tells of an exit at `act`: an aide goes, or somebody else. */
export const goesAnother = ({ words, lang }: Sentence, at: number, act: number): boolean => {
  const { before, behind } = SERVANTS[lang] ?? {};
  if (before?.test(words.slice(Math.max(0, at - NAME_WORDS), at).join(' ')) === true) return true;
  const between = words.slice(at + 1, act);
  if (lang === 'zh') return behind?.test(between.join('')) === true;
  if (between.slice(0, NAME_WORDS).some((word) => behind?.test(word) === true)) return true;
  return at > act && words.slice(act + 1, at).some((word) => OCCASION.has(word));
};

/** "By an Israeli missile": the word stands up to three before the name. "In an overnight Russian barrage". */
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
