import { checkKnowledge } from './alias-check';
import { readKnowledge } from './knowledge';
import type { SeedDefect } from './seed-defect';
import { readYaml } from './yaml-text';

const ids = new Set(['iran', 'iraq']);
const rules = { file: 'seed/rules.yaml', text: 'near-oil: { say: only near oil, near: [oil] }\n' };

/** @param entities the text behind `names:` by id */
const check = (entities: Readonly<Record<string, string>>, more = ''): string[] => {
  const defects: SeedDefect[] = [];
  const files = Object.entries(entities).flatMap(
    ([id, names]) => readYaml({ file: `seed/entities/country/${id}.yaml`, text: `names:\n${names}` }, defects) ?? [],
  );
  const shared = { ...rules, text: `${rules.text}${more}` };
  const knowledge = readKnowledge(
    files,
    {
      relationships: { file: 'seed/relationships.json', text: '[]' },
      rules: shared,
      templates: { file: 'seed/templates.yaml', text: '[]' },
      lexicon: [
        {
          file: 'seed/lexicon/en/stop-words.txt',
          text: '# Common words. Source: ours.\nthe, us\n',
        },
      ],
      endings: [{ file: 'seed/lexicon/en/endings.yaml', text: 's: ["", s]' }],
    },
    defects,
  );
  if (defects.length === 0) defects.push(...checkKnowledge(knowledge, ids, shared));
  return defects.map(({ file, line, message }) => `${file}:${line} ${message}`);
};

const sound = '  en:\n    - [Iran]\n    - { text: us, rule: near-oil }\n';

describe('checkKnowledge', () => {
  it('accepts a sound seed', () => {
    expect(check({ iran: sound })).toEqual([]);
  });

  it.each([
    ['an empty alias', { iran: '  en: [" \u200b"]' }, 'iran.yaml:2 holds an empty alias: " \u200b"'],
    [
      'a stop word',
      { iran: '  en:\n    - Iran\n    - US' },
      'iran.yaml:4 "US" is a common word: an alias like it needs a case or a rule',
    ],
    [
      'an alias of two entities',
      { iran: '  en: [Persia]', iraq: '  en: [Mesopotamia,\n    PERSIA]' },
      'iraq.yaml:3 "PERSIA" of iraq is also claimed by iran, and no rule tells them apart',
    ],
    [
      'an inflected form that collides',
      { iran: '  en: [Iran|s]', iraq: '  en: [Irans]' },
      'iraq.yaml:2 "Irans" of iraq is also claimed by iran, and no rule tells them apart',
    ],
    [
      'a rule that does not exist',
      { iran: '  en: [{ text: Iran, rule: far }]' },
      'iran.yaml:2 names a rule that does not exist: "far"',
    ],
    [
      'a class that does not exist',
      { iran: '  en: [Iran|x]' },
      'iran.yaml:2 names a class that en does not have: "x" in "Iran|x"',
    ],
    [
      'a further entity that does not exist',
      { iran: '  en: [{ text: Iran, also: [persia] }]' },
      'iran.yaml:2 also names no entity: "persia"',
    ],
    [
      'names that are not lists',
      { iran: '  en: Iran' },
      'iran.yaml:2 "names" in en must hold texts or objects with "text" or "texts"',
    ],
    [
      'a phrase without what it is',
      { iran: '  en: [Iran]\nnot: [{ texts: [Iran Ltd] }]' },
      'iran.yaml:3 phrase 1 of "not" must have "say" and "texts"',
    ],
    [
      'a rule of its own that names no list',
      { iran: '  en: [{ text: Iran, rule: odd }]\nrules:\n  odd: { say: x, near: ["@sport"] }' },
      'iran.yaml:4 No word list @sport',
    ],
  ])('names %s by file, line and reason', (_, entities, defect) => {
    const oil = {
      ...entities,
      iraq: `${'iraq' in entities ? entities.iraq : ''}\n  tr: [{ text: Irak, rule: near-oil }]`,
    };

    expect(check(oil)).toEqual([`seed/entities/country/${defect}`]);
  });

  it('lets two entities share a name where each has its own rule', () => {
    expect(check({ iran: '  en: [{ text: Gulf, rule: near-oil }]', iraq: '  en: [Gulf]' })).toEqual([]);
  });

  it('names a shared rule that nothing names', () => {
    expect(check({ iran: sound }, 'far: { say: far }\n')).toEqual(['seed/rules.yaml:2 nothing names the rule "far"']);
  });
});
