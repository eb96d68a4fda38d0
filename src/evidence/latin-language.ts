import { foldText } from '../resolver/folding/fold-text';
import { wordsOf } from './word-list';

/** Guesses the language of a Latin-script text, among those with word lists, by common words. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set('le la les l des du d une un et au aux pour sur dans avec par qui est selon apres contre'.split(' ')),
  tr: new Set('ve bir ile icin bu da de dan den nin nun in un ya ye olarak sonra gore'.split(' ')),
  es: new Set('el la los las del de un una y en por para con que se su al tras sobre entre contra como mas'.split(' ')),
  en: new Set('the of to in for on with as is at by from and after over says a an its'.split(' ')),
};

/** `en`, `es`, `fr` or `tr`; English by default. */
export const latinLanguageOf = (text: string): string => {
  const words = wordsOf(foldText(text));
  const of = (lang: string): number => words.filter((word) => COMMON[lang]?.has(word) === true).length;
  const [best] = Object.keys(COMMON)
    .map((lang) => ({ lang, n: of(lang) }))
    .sort((one, other) => other.n - one.n);
  return best === undefined || best.n <= of('en') ? 'en' : best.lang;
};
