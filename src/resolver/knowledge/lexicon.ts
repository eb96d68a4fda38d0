/**
 * The lexicon: given names, professions, streets, dishes … per language, one file per list,
 * `seed/lexicon/<lang>/<list>.txt`. Lines that begin with # are comments with the source; the others have words
 * separated by commas. `stem*` matches words with this beginning, `stem|class` every case of a lemma (endings.yaml),
 * several words are a phrase, and `@list` includes another list.
 */
import { listIn, scriptOf } from '../context/guard';
import type { WordLists } from '../context/context-rule';
import { inflect, type Paradigms } from './alias-seed';
import type { SeedDefect, SeedText } from './seed-defect';

interface LexiconFile {
  readonly source: SeedText;
  readonly lang: string;
  readonly list: string;
  readonly words: readonly string[];
}

/** `…/lexicon/<lang>/<list>.txt` */
const PATH = /([a-z]{2})\/([a-z-]+)\.txt$/;

const readLexiconFile = (source: SeedText): LexiconFile => {
  const [, lang = '', list = ''] = PATH.exec(source.file) ?? [];
  const words = source.text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return { source, lang, list, words };
};

/** Word lists by name: `@sport` in every language, `@sport/en` in one. */
export const wordLists = (texts: readonly SeedText[], paradigms: Paradigms, defects: SeedDefect[]): WordLists => {
  const lists: Record<string, string[]> = {};
  for (const file of texts.map(readLexiconFile)) {
    defects.push(...lexiconDefects(file, paradigms));
    const name = listIn(file.list, file.lang);
    const classes = paradigms[file.lang] ?? {};
    lists[name] = file.words.flatMap((word) => inflectKnown(word, classes));
    (lists[file.list] ??= []).push(`@${name}`);
    if (file.lang === 'zh') lists[listIn(file.list, 'zh-long')] = file.words.filter((word) => word.length > 1);
  }
  return lists;
};

const inflectKnown = (word: string, classes: Paradigms[string]): string[] => {
  const name = classOf(word);
  return name === null || classes[name] !== undefined ? inflect(word, classes) : [];
};

const classOf = (word: string): string | null => (word.includes('|') ? (/\|(\S+)/.exec(word)?.[1] ?? null) : null);

const lexiconDefects = ({ source, lang, words }: LexiconFile, paradigms: Paradigms): SeedDefect[] => {
  const at = (needle: string, message: string): SeedDefect => ({
    file: source.file,
    line: Math.max(1, source.text.split('\n').findIndex((line) => line.includes(needle)) + 1),
    message,
  });
  const seen = new Set<string>();
  return [
    ...(scriptOf(lang) === null ? [at('', `is in no language that is read: "${lang}"`)] : []),
    ...(/^# .*\bSource: /m.test(source.text) ? [] : [at('', 'lacks a head that names its source')]),
    ...words.flatMap((word) => {
      const doubled = seen.has(word);
      seen.add(word);
      const name = classOf(word);
      const unknown = name !== null && paradigms[lang]?.[name] === undefined;
      return [
        ...(doubled ? [at(word, `"${word}" stands twice`)] : []),
        ...(unknown ? [at(word, `names a class that ${lang} does not have: "${word}"`)] : []),
      ];
    }),
  ];
};
