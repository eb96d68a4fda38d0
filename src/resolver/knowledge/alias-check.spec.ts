import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../common/package-root';
import { checkAliases } from './alias-check';
import { loadOntologySeed } from '../../ontology/seed-files.provider';

const file = (name: string, value: unknown) => ({
  file: `seed/aliases/${name}`,
  text: JSON.stringify(value, null, 2),
});

const support = [
  file('rules.json', { near: { say: 'only near oil', near: ['oil'] } }),
  file('words.json', { 'stop-words': ['the', 'us'] }),
  file('paradigms.json', { en: { s: ['', 's'] } }),
  file('refused.json', [{ entity: 'iraq', reason: 'a firm', texts: ['Iraq Ltd'], rule: 'near' }]),
];

const ids = new Set(['iran', 'iraq']);

const check = (aliases: unknown, more: readonly ReturnType<typeof file>[] = []) =>
  checkAliases([file('en.json', { lang: 'en', aliases }), ...support, ...more], ids).map(
    ({ file: name, line, message }) => `${name}:${line} ${message}`,
  );

describe('checkAliases', () => {
  it('finds nothing wrong with a sound seed', () => {
    expect(check({ iran: { names: ['Iran', { text: 'us', rule: 'near' }] } })).toEqual([]);
  });

  it.each([
    [
      'an unknown entity',
      { irann: { names: ['Iran'] } },
      'seed/aliases/en.json:4 names no entity: "irann"',
    ],
    [
      'an empty alias',
      { iran: { names: [' \u200b'] } },
      'seed/aliases/en.json:6 holds an empty alias: " \u200b"',
    ],
    [
      'a stop word',
      { iran: { names: ['Iran', 'US'] } },
      'seed/aliases/en.json:7 "US" is a common word: an alias like it needs a case or a rule',
    ],
    [
      'an alias of two entities',
      { iran: { names: ['Persia'] }, iraq: { names: ['PERSIA'] } },
      'seed/aliases/en.json:11 "PERSIA" of iraq is also claimed by iran, and no rule tells them apart',
    ],
    [
      'an inflected form that collides',
      { iran: { names: ['Iran|s'] }, iraq: { names: ['Irans'] } },
      'seed/aliases/en.json:11 "Irans" of iraq is also claimed by iran, and no rule tells them apart',
    ],
    [
      'a rule that does not exist',
      { iran: { names: [{ text: 'Iran', rule: 'far' }] } },
      'seed/aliases/en.json:7 names a rule that does not exist: "far"',
    ],
    [
      'a class that does not exist',
      { iran: { names: ['Iran|x'] } },
      'seed/aliases/en.json:6 names a class that en does not have: "x" in "Iran|x"',
    ],
  ])('names %s by file, line and reason', (_, aliases, defect) => {
    expect(check(aliases)).toEqual([defect]);
  });

  it('lets two entities share a name where each has a rule of its own', () => {
    const aliases = {
      iran: { names: [{ text: 'Gulf', rule: 'near' }] },
      iraq: { names: ['Gulf'] },
    };

    expect(check(aliases)).toEqual([]);
  });

  it('names a file that is not JSON', () => {
    expect(checkAliases([{ file: 'seed/aliases/en.json', text: '{' }], ids)).toEqual([
      expect.objectContaining({ file: 'seed/aliases/en.json', line: 1 }),
    ]);
  });

  it.each([
    ['lacks aliases', { lang: 'tr' }, 1, 'lacks "aliases", an object of entities'],
    ['lacks its language', { aliases: {} }, 1, 'lacks "lang", the ISO 639-1 code'],
    ['is a list', [], 1, 'must be an object with "lang" and "aliases"'],
    [
      'holds a text where a list is due',
      { lang: 'tr', aliases: { iran: { names: 'İran' } } },
      4,
      '"names" of "iran" must be a list',
    ],
    [
      'misspells a member',
      { lang: 'tr', aliases: { iran: { name: ['İran'] } } },
      4,
      '"iran" has an unknown member: "name"',
    ],
    [
      'names a usual rule that does not exist',
      { lang: 'tr', demonym_rule: 'far', aliases: {} },
      3,
      'names a rule that does not exist: "far"',
    ],
  ])('names a language file that %s', (_, value, line, message) => {
    expect(check({}, [file('tr.json', value)])).toEqual([
      `seed/aliases/tr.json:${String(line)} ${message}`,
    ]);
  });

  it.each([
    [
      'an unknown entity',
      { entity: 'irann', reason: 'x', texts: ['a'] },
      'names no entity: "irann"',
    ],
    ['no reason', { entity: 'iran', texts: ['a'] }, 'lacks a reason'],
    ['an empty text', { entity: 'iran', reason: 'x', texts: [' '] }, 'holds an empty text'],
    [
      'an unknown rule',
      { entity: 'iran', reason: 'x', texts: ['a'], rule: 'far' },
      'names a rule that does not exist: "far"',
    ],
  ])('names a refused group with %s', (_, group, message) => {
    const texts = support.filter(({ file: name }) => !name.endsWith('refused.json'));
    const found = checkAliases([...texts, file('refused.json', [group])], ids);

    expect(found).toEqual([
      expect.objectContaining({ file: 'seed/aliases/refused.json', message: `group 1 ${message}` }),
    ]);
  });

  it('passes the seed that ships', () => {
    const texts = readdirSync(packagePath('seed', 'aliases')).map((name) => ({
      file: `seed/aliases/${name}`,
      text: readFileSync(packagePath('seed', 'aliases', name), 'utf8'),
    }));

    expect(checkAliases(texts, new Set(loadOntologySeed().entities.map(({ id }) => id)))).toEqual(
      [],
    );
  });
});
