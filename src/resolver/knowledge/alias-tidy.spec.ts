import { readAliasSeed } from '../../ontology/resolver.provider';
import { foldText } from '../folding/fold-text';
import { ALIAS_KINDS, inflect, textsOf, type AliasEntry, type AliasSeed } from './alias-seed';
import { tidyDefects } from './alias-tidy';

const rules = {
  oil: { say: 'only near oil', near: ['oil', '@markets'] },
  'named-thing': { say: 'a ship', before: ['ship'] },
};
const words = {
  'stop-words': ['@stop-words/en'],
  'stop-words/en': ['the'],
  markets: ['@markets/en'],
  'markets/en': ['price', '@bourses'],
  bourses: ['@bourses/en'],
  'bourses/en': ['bourse'],
};

const seedOf = (more: Partial<AliasSeed>): AliasSeed => ({
  files: [{ lang: 'en', aliases: { brent: { names: [{ text: 'Brent', rule: 'oil' }] } } }],
  refused: [],
  rules,
  words,
  paradigms: {},
  ...more,
});

const tidy = (seed: AliasSeed): string[] =>
  tidyDefects(seed, (rule, _, message) => ({ file: rule, line: 1, message })).map(
    ({ file, message }) => `${file}: ${message}`,
  );

describe('tidyDefects', () => {
  it('finds nothing where all is named, by aliases, rules, lists or the resolver', () => {
    expect(tidy(seedOf({}))).toEqual([]);
  });

  it('counts the rule of all demonyms and that of a refused phrase as named', () => {
    const seed = seedOf({
      files: [{ lang: 'en', aliases: {}, demonym_rule: 'oil' }],
      refused: [{ entity: 'brent', reason: 'a man', texts: ['Brent Key'], rule: 'man' }],
      rules: { ...rules, man: { say: 'a man' } },
    });

    expect(tidy(seed)).toEqual([]);
  });

  it('finds a rule that nothing names', () => {
    expect(tidy(seedOf({ rules: { ...rules, gas: { say: 'gas' } } }))).toEqual(['gas: nothing names the rule "gas"']);
  });

  it('finds a word list that nothing names', () => {
    expect(tidy(seedOf({ words: { ...words, sport: ['@sport/en'], 'sport/en': ['goal'] } }))).toEqual([
      'seed/lexicon/*/sport.txt: nothing names the word list "sport"',
    ]);
  });

  it('finds a word that occurs twice in a list of a rule', () => {
    const seed = seedOf({
      rules: { ...rules, oil: { say: 'oil', family_name: { titles: ['mr', '@markets', 'mr'] } } },
    });

    expect(tidy(seed)).toEqual(['oil: "mr" occurs twice in "oil.family_name.titles"']);
  });
});

describe('the names of the seed', () => {
  const { files, paradigms, refused } = readAliasSeed();

  /** The entity of an entry, with its conditions. */
  const formsOf = (entry: AliasEntry, lang: string): { text: string; forms: readonly string[] }[] => {
    const conditions = typeof entry === 'string' ? {} : { ...entry, text: '', texts: [] };
    const isExact = typeof entry !== 'string' && entry.case === 'exact';
    const written = (form: string): string => `${isExact ? form : foldText(form)} ${JSON.stringify(conditions)}`;
    return textsOf(entry).map((text) => ({ text, forms: inflect(text, paradigms[lang] ?? {}).map(written) }));
  };

  it('have no duplicates: no spelling is a case or another writing of another one', () => {
    const doubled = files.flatMap(({ lang, aliases }) =>
      Object.entries(aliases).flatMap(([entity, groups]) =>
        ALIAS_KINDS.flatMap((kind) => {
          const names = (groups[kind] ?? []).flatMap((entry) => formsOf(entry, lang));
          return names
            .filter(({ forms }, at) => {
              const others = new Set(names.flatMap((other, index) => (index === at ? [] : other.forms)));
              return forms.every((form) => others.has(form));
            })
            .map(({ text }) => `${entity} ${lang}: ${text}`);
        }),
      ),
    );

    expect(doubled).toEqual([]);
  });

  it('refuse nothing twice', () => {
    const phrases = refused.flatMap(({ entity, texts, rule = '', case: written = '' }) =>
      texts.map((text) => [entity, written === 'exact' ? text : foldText(text), rule].join(': ')),
    );

    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([]);
  });
});
