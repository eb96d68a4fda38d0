/**
 * Detects the language of a headline as an ISO 639-1 code, or null.
 *
 * In this order: a script that only one supported language uses; letters that only one language of the Cyrillic, Arabic
 * or Hebrew script has; a declared language that fits the script, unless the detector is sure of another one; the
 * detector. A declared language that contradicts the script is ignored.
 */
import { byName } from '../platform/common/by-name';

/** Most likely of some languages (null for any), or null when unsure. Others than `expected` need strong evidence. */
export type LanguageDetector = (
  text: string,
  among: readonly string[] | null,
  expected?: readonly string[],
) => string | null;

/** With fewer letters a declaration is not overruled: names have no language. */
const TELLING_LETTERS = 20;

interface LanguageHints {
  readonly declared?: string | null;
  readonly prior?: string | null;
  readonly detect?: LanguageDetector | undefined;
}

type Script = 'latin' | 'cyrillic' | 'arabic' | 'hebrew' | 'han' | 'other';

const LANGUAGES_OF: Readonly<Record<Script, readonly string[]>> = {
  latin: (
    'en fr de es pt it tr nl pl sv ro cs hu fi da no id ms vi az so sw ha et lv lt sq hr sr bs sl sk ca gl eu uz ' +
    'ku tl af is ga mt tk yo ig am'
  ).split(' '),
  cyrillic: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tg', 'mn', 'uz', 'tt'],
  arabic: ['ar', 'fa', 'ur', 'ps', 'ckb', 'ku', 'ug', 'sd'],
  hebrew: ['he', 'yi'],
  han: ['zh', 'ja'],
  other: [],
};

const SINGLE_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Armenian}/u, 'hy'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Kannada}/u, 'kn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Malayalam}/u, 'ml'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Gujarati}/u, 'gu'],
  [/\p{Script=Gurmukhi}/u, 'pa'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Ethiopic}/u, 'am'],
];

/** Other subtags and English names of languages, by code. */
const ALIASES = byName({
  he: 'iw heb hebrew',
  id: 'in',
  yi: 'ji',
  fa: 'per fas pes prs persian farsi',
  en: 'eng english',
  ar: 'ara arabic',
  ru: 'rus russian',
  uk: 'ukr',
  zh: 'zho chi cmn yue chinese',
  tr: 'tur turkish',
  fr: 'fra fre french',
  de: 'deu ger german',
  es: 'spa spanish',
  pt: 'por',
  it: 'ita',
  ur: 'urd',
  no: 'nb nn',
});

/** ISO 639-1 code of a language tag such as `en-US`, `zh_Hans`, `iw`; null for others. */
export const languageOfTag = (tag: string | null | undefined): string | null => {
  const primary =
    tag
      ?.trim()
      .toLowerCase()
      .split(/[-_;,\s]/)[0] ?? '';
  const code = ALIASES.get(primary) ?? primary;
  return /^[a-z]{2}$/.test(code) ? code : null;
};

export const detectLanguage = (text: string, hints: LanguageHints = {}): string | null => {
  const declared = languageOfTag(hints.declared);
  const prior = languageOfTag(hints.prior);
  const script = mainScript(text);
  if (script === null) return prior ?? declared;
  if (script === 'other') {
    const devanagari = /\p{Script=Devanagari}/u.test(text) ? 'hi' : null;
    return bySingleScript(text) ?? declared ?? prior ?? devanagari;
  }
  if (script === 'han' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';

  const among = LANGUAGES_OF[script];
  const sure = byLetters(text, script);
  if (sure !== null) return sure;
  const expected = [...new Set([declared, prior])].filter(
    (code): code is string => code !== null && among.includes(code),
  );
  const [believed] = expected;
  if (believed !== undefined && lettersIn(text) < TELLING_LETTERS) return believed;
  const detected = hints.detect?.(text, among, expected) ?? null;
  if (detected !== null && among.includes(detected)) return detected;
  return believed ?? PLAINEST[script];
};

/** Default language of a script; none for Latin. */
const PLAINEST: Readonly<Record<Script, string | null>> = {
  latin: null,
  cyrillic: 'ru',
  arabic: 'ar',
  hebrew: 'he',
  han: 'zh',
  other: null,
};

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The script of most letters; null when there are no letters. */
const mainScript = (text: string): Script | null => {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters === 0) return null;
  const scripts: readonly (readonly [Script, number])[] = [
    ['latin', count(/\p{Script=Latin}/gu)],
    ['cyrillic', count(/\p{Script=Cyrillic}/gu)],
    ['arabic', count(/\p{Script=Arabic}/gu)],
    ['hebrew', count(/\p{Script=Hebrew}/gu)],
    // A Han character counts as two letters.
    ['han', 2 * count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)],
  ];
  const [script, most] = scripts.reduce((best, next) => (next[1] > best[1] ? next : best));
  return most * 2 >= letters ? script : 'other';
};

const bySingleScript = (text: string): string | null => {
  let best: string | null = null;
  let most = 0;
  for (const [pattern, code] of SINGLE_SCRIPTS) {
    const found = text.match(new RegExp(pattern.source, 'gu'))?.length ?? 0;
    if (found > most) [best, most] = [code, found];
  }
  return best;
};

/** Letters unique to one of the supported languages. */
const byLetters = (text: string, script: Script): string | null => {
  if (script === 'cyrillic') {
    if (/[ўЎ]/.test(text)) return 'be';
    const ukrainian = text.match(/[іїєґІЇЄҐ]/g)?.length ?? 0;
    const russian = text.match(/[ыэъёЫЭЪЁ]/g)?.length ?? 0;
    if (/[әғқңөұүһӘҒҚҢӨҰҮҺ]/.test(text)) return null;
    if (ukrainian > russian) return 'uk';
    return russian > ukrainian ? 'ru' : null;
  }
  if (script === 'arabic') {
    if (/[ټډړږښڼې]/.test(text)) return 'ps';
    if (/[ٹڈڑںےھہ]/.test(text)) return 'ur';
    if (/[ڵڕۆێ]/.test(text)) return 'ckb';
    const persian = text.match(/[پچژگیک\u200c]/g)?.length ?? 0;
    const arabic = text.match(/[ةيكىإؤئ]|(?:^|\s)ال/g)?.length ?? 0;
    if (persian > arabic) return 'fa';
    return arabic > persian ? 'ar' : null;
  }
  return null;
};
