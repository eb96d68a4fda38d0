import type { AliasSeed } from './alias-seed';
import { tidyDefects } from './alias-tidy';

const rules = {
  oil: { say: 'only near oil', near: ['oil', '@markets'] },
  'named-thing': { say: 'a ship', before: ['ship'] },
};
const words = { 'stop-words': ['the'], markets: ['price', '@bourses'], bourses: ['bourse'] };

const seedOf = (more: Partial<AliasSeed>): AliasSeed => ({
  files: [{ lang: 'en', aliases: { brent: { names: [{ text: 'Brent', rule: 'oil' }] } } }],
  refused: [],
  rules,
  words,
  paradigms: {},
  ...more,
});

const tidy = (seed: AliasSeed): string[] =>
  tidyDefects(seed, [
    { file: 'seed/aliases/rules.json', text: JSON.stringify(seed.rules, null, 1) },
    { file: 'seed/aliases/words.json', text: JSON.stringify(seed.words, null, 1) },
  ]).map(({ file, line, message }) => `${file}:${String(line)} ${message}`);

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
    expect(tidy(seedOf({ rules: { ...rules, gas: { say: 'gas' } } }))).toEqual([
      'seed/aliases/rules.json:15 nothing names the rule "gas"',
    ]);
  });

  it('finds a word list that nothing names', () => {
    expect(tidy(seedOf({ words: { ...words, sport: ['goal'] } }))).toEqual([
      'seed/aliases/words.json:12 nothing names the word list "sport"',
    ]);
  });

  it('finds a word that stands twice in a list, or in one of a rule', () => {
    const seed = seedOf({
      rules: { ...rules, oil: { say: 'oil', family_name: { titles: ['mr', '@markets', 'mr'] } } },
      words: { ...words, bourses: ['bourse', 'floor', 'bourse'] },
    });

    expect(tidy(seed)).toEqual([
      'seed/aliases/rules.json:8 "mr" stands twice in "oil.family_name.titles"',
      'seed/aliases/words.json:12 "bourse" stands twice in "bourses"',
    ]);
  });
});
