import { readEntityNames } from './entity-names';
import { nearLists } from './near-lists';
import { readYaml } from './yaml-text';

const FILES: Readonly<Record<string, string>> = {
  'country/sudan': 'names: { en: [Sudan, { text: Soudan, case: capital }], ru: [Судан|m], zh: [苏丹, 苏] }',
  'leader/burhan': 'names: { en: [{ text: Burhan, rule: general }, Abdel Fattah al-Burhan] }',
  'instrument/gold': 'names: { en: [gold] }',
  'place/doha': 'names: { en: [Doha] }',
};

const entities = Object.entries(FILES).map(([path, text]) => {
  const yaml = readYaml({ file: `seed/entities/${path}.yaml`, text }, []);
  if (yaml === null) throw new Error(`${path} is not YAML`);
  return readEntityNames(yaml, []);
});
const edges = [
  { from: 'burhan', to: 'sudan' },
  { from: 'sudan', to: 'gold' },
];
const rules = { general: { say: 'the general', near: ['@near-sudan'] } };

describe('the words near an entity', () => {
  it('are its names in all cases, and those of entities related to it', () => {
    const lists = nearLists(['near-sudan'], entities, edges, rules, { ru: { m: ['', 'а'] } });

    expect(lists).toEqual({
      'near-sudan': ['Sudan', 'Soudan', 'Судан', 'Судана', '苏丹', 'Abdel Fattah al-Burhan'],
    });
  });

  it('are made for lists that name an entity only', () => {
    expect(nearLists(['near-atlantis', 'sudan'], entities, edges, rules, {})).toEqual({});
  });
});
