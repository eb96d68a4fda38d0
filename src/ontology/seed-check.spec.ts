import { readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { ENTITY_TYPES, type EntityType } from './entity';
import { RELATIONSHIP_TYPES } from './relationship';
import { formatDefect, type SeedDefect, type SeedText } from '../resolver/knowledge/seed-defect';
import { readYaml } from '../resolver/knowledge/yaml-text';
import { checkSeed, type OntologySeed } from './seed-check';
import { loadOntologySeed } from './seed-files.provider';

type Files = Partial<Record<EntityType | 'relationships' | 'mergedEntities', unknown[] | string>>;

/** One element a line, the first on line 2: so that the line of an element is its index plus two. */
const textOf = (content: unknown[] | string): string =>
  typeof content === 'string' ? content : `[\n${content.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;

/** A string is the text of one file. */
const entityTexts = (type: EntityType, content: unknown[] | string): SeedText[] =>
  (typeof content === 'string' ? [content] : content).map((one) => {
    const { id = 'tegea', ...facts } = typeof one === 'object' ? (one as { id?: string }) : {};
    return {
      file: `seed/entities/${type}/${id}.yaml`,
      text: typeof one === 'string' ? one : JSON.stringify(facts),
    };
  });

const checkOf = (files: Files): ReturnType<typeof checkSeed> => {
  const defects: SeedDefect[] = [];
  const entities = ENTITY_TYPES.flatMap((type) => entityTexts(type, files[type] ?? [])).flatMap(
    (text) => readYaml(text, defects) ?? [],
  );
  const checked = checkSeed(
    {
      relationships: { file: 'seed/relationships.json', text: textOf(files.relationships ?? []) },
      mergedEntities: {
        file: 'seed/merged-entities.json',
        text: textOf(files.mergedEntities ?? []),
      },
    },
    entities,
  );
  return { ...checked, defects: [...defects, ...checked.defects] };
};

const defectsOf = (files: Files): string[] => checkOf(files).defects.map(formatDefect);

const country = {
  id: 'arcadia',
  name: 'Arcadia',
  description: 'A land of shepherds.',
  wikidata_id: 'Q1',
  iso_code: 'AC',
  capital: { name: 'Tegea', lat: 37.5, lon: 22.4 },
};
const other = { ...country, id: 'beotia', name: 'Beotia', wikidata_id: 'Q2', iso_code: 'BE' };
const place = {
  id: 'tegea',
  name: 'Tegea',
  theater: 'iran',
  description: 'A town.',
  location: { lat: 37.5, lon: 22.4 },
};
const group = { id: 'shepherds', name: 'Shepherds', theater: null, description: 'A guild.' };
const checked = { source: 'Pausanias, Description of Greece', checked_at: '2026-11-26' };
const hostile = { type: 'hostile_to', from: 'arcadia', to: 'beotia', basis: 'Old quarrels.', ...checked };
const funds = { ...hostile, type: 'funds', denied: false };

describe('checkSeed', () => {
  it('reads a sound seed', () => {
    const { seed, defects } = checkOf({
      country: [country, other],
      place: [{ ...place, radius_km: 12 }],
      relationships: [{ ...hostile, since: '1999', until: '2001-02' }],
      mergedEntities: [{ id: 'old-arcadia', merged_into: 'arcadia' }],
    });

    expect(defects).toEqual([]);
    expect(seed.entities[0]).toEqual({
      id: 'arcadia',
      type: 'country',
      name: 'Arcadia',
      theater: null,
      description: 'A land of shepherds.',
      wikidata_id: 'Q1',
      iso_code: 'AC',
      capital: 'Tegea',
      location: { lat: 37.5, lon: 22.4 },
      radius_km: null,
      symbol: null,
      since: null,
      until: null,
    });
    expect(seed.relationships).toEqual([{ ...hostile, since: '1999', until: '2001-02', denied: null }]);
    expect(seed.mergedEntities).toEqual([{ id: 'old-arcadia', into: 'arcadia' }]);
  });

  it.each<[string, Files, string]>([
    [
      'an id used twice, in another file too',
      { country: [country], place: [{ ...place, id: 'arcadia' }] },
      'seed/entities/place/arcadia.yaml:1: id "arcadia" is already at seed/entities/country/arcadia.yaml:1',
    ],
    [
      'a name used twice',
      { country: [country, { ...other, name: 'Arcadia' }] },
      'seed/entities/country/beotia.yaml:1: name "Arcadia" is already at seed/entities/country/arcadia.yaml:1',
    ],
    [
      'a Wikidata id used twice',
      { country: [country, { ...other, wikidata_id: 'Q1' }] },
      'seed/entities/country/beotia.yaml:1: wikidata_id "Q1" is already at seed/entities/country/arcadia.yaml:1',
    ],
    [
      'an ISO code used twice',
      { country: [country, { ...other, iso_code: 'AC' }] },
      'seed/entities/country/beotia.yaml:1: iso_code "AC" is already at seed/entities/country/arcadia.yaml:1',
    ],
    [
      'an id that is not a slug',
      { country: [{ ...country, id: 'Arcadia' }] },
      'seed/entities/country/Arcadia.yaml:1: name must be in a file named in lower case with hyphens',
    ],
    [
      'a theater that does not exist',
      { place: [{ ...place, theater: 'arctic' }] },
      'seed/entities/place/tegea.yaml:1: theater must be null or one of iran, israel',
    ],
    [
      'an ISO code of three letters',
      { country: [{ ...country, iso_code: 'ARC' }] },
      'seed/entities/country/arcadia.yaml:1: iso_code must be two capital letters',
    ],
    [
      'a country without an ISO code',
      { country: [{ ...country, iso_code: undefined }] },
      'seed/entities/country/arcadia.yaml:1: iso_code must be two capital letters',
    ],
    [
      'a malformed Wikidata id',
      { country: [{ ...country, wikidata_id: '794' }] },
      'seed/entities/country/arcadia.yaml:1: wikidata_id must be such as Q794',
    ],
    [
      'a latitude beyond the pole',
      { place: [{ ...place, location: { lat: 91, lon: 0 } }] },
      'seed/entities/place/tegea.yaml:1: location.lat must be a number from -90 to 90',
    ],
    [
      'a longitude in words',
      { place: [{ ...place, location: { lat: 1, lon: '22.4' } }] },
      'seed/entities/place/tegea.yaml:1: location.lon must be a number from -180 to 180',
    ],
    [
      'a place that is nowhere',
      { place: [{ ...place, location: undefined }] },
      'seed/entities/place/tegea.yaml:1: location must be an object',
    ],
    [
      'a field that its type does not have',
      { militant_group: [{ ...group, iso_code: 'AC' }] },
      'seed/entities/militant_group/shepherds.yaml:1: iso_code is not a field of this kind of element',
    ],
    [
      'a missing description',
      { militant_group: [{ ...group, description: '' }] },
      'seed/entities/militant_group/shepherds.yaml:1: description must be words, without surplus white space',
    ],
    [
      'a day that does not exist',
      { militant_group: [{ ...group, since: '2026-02-30' }] },
      'seed/entities/militant_group/shepherds.yaml:1: since must be a real YYYY, YYYY-MM or YYYY-MM-DD',
    ],
    [
      'an end before its beginning',
      { militant_group: [{ ...group, since: '2020-05', until: '2019' }] },
      'seed/entities/militant_group/shepherds.yaml:1: until lies before since',
    ],
    [
      'a file that holds no object',
      { militant_group: ['shepherds'] },
      'seed/entities/militant_group/tegea.yaml:1: an element must be an object',
    ],
    [
      'a relationship of an unknown type',
      { country: [country, other], relationships: [hostile, { ...hostile, type: 'dislikes' }] },
      'seed/relationships.json:3: type must be one of hostile_to, allied_with',
    ],
    [
      'a dangling end',
      { country: [country], relationships: [hostile] },
      'seed/relationships.json:2: to names no entity: "beotia"',
    ],
    [
      'an end of the wrong type',
      {
        country: [country],
        place: [place],
        relationships: [{ ...hostile, type: 'leads', from: 'tegea', to: 'arcadia' }],
      },
      'seed/relationships.json:2: from of leads must be a leader, and "tegea" is a place',
    ],
    [
      'a relationship of an entity with itself',
      { country: [country], relationships: [{ ...hostile, to: 'arcadia' }] },
      'seed/relationships.json:2: to is the same entity as from',
    ],
    [
      'a statement without a source',
      { country: [country, other], relationships: [{ ...hostile, source: undefined }] },
      'seed/relationships.json:2: source must be words',
    ],
    [
      'a statement of which nobody says when it was checked',
      { country: [country, other], relationships: [{ ...hostile, checked_at: '2026-11' }] },
      'seed/relationships.json:2: checked_at must be a real YYYY-MM-DD or "unchecked"',
    ],
    [
      'an accusation that leaves open whether it is denied',
      { country: [country, other], relationships: [{ ...funds, denied: undefined }] },
      'seed/relationships.json:2: denied must be true or false: funds accuses',
    ],
    [
      'an accusation that is denied and does not say so',
      { country: [country, other], relationships: [{ ...funds, denied: true }] },
      'seed/relationships.json:2: basis must say that it is denied where it is',
    ],
    [
      'a denial where nobody is accused',
      { country: [country, other], relationships: [{ ...hostile, denied: true }] },
      'seed/relationships.json:2: denied is for funds and backs',
    ],
    [
      'an open end of a group that ended',
      {
        country: [country],
        militant_group: [{ ...group, until: '2025-05' }],
        relationships: [{ ...hostile, from: 'shepherds', to: 'arcadia' }],
      },
      'seed/relationships.json:2: until is missing: "shepherds" ended 2025-05',
    ],
    [
      'a relationship stated twice',
      { country: [country, other], relationships: [hostile, { ...hostile, basis: 'Again.' }] },
      'seed/relationships.json:3: from "arcadia:hostile_to:beotia" is already at seed/relationships.json:2',
    ],
    [
      'a symmetric relationship stated in both directions',
      {
        country: [country, other],
        relationships: [hostile, { ...hostile, from: 'beotia', to: 'arcadia' }],
      },
      'seed/relationships.json:3: from "arcadia:hostile_to:beotia" is already at seed/relationships.json:2',
    ],
    [
      'a merged id that leads nowhere',
      { mergedEntities: [{ id: 'old', merged_into: 'new' }] },
      'seed/merged-entities.json:2: merged_into names no entity: "new"',
    ],
    [
      'a merged id that is still in use',
      { country: [country, other], mergedEntities: [{ id: 'beotia', merged_into: 'arcadia' }] },
      'seed/merged-entities.json:2: id "beotia" is already at seed/entities/country/beotia.yaml:1',
    ],
    ['a text that is not YAML', { place: 'name: Tegea\nlocation: [' }, 'seed/entities/place/tegea.yaml:2: is not YAML'],
    [
      'a member that occurs twice',
      { place: 'name: Tegea\nname: Tegea' },
      'seed/entities/place/tegea.yaml:2: is not YAML: duplicated mapping key',
    ],
  ])('refuses %s', (_, files, expected) => {
    const defects = defectsOf(files);

    expect(defects).toHaveLength(1);
    expect(defects[0]).toContain(expected);
  });

  it('names the line of the member', () => {
    const text = 'name: Tegea\ndescription: A town.\ntheater: x\nlocation: { lat: 1, lon: 2 }\n';

    expect(defectsOf({ place: text })).toEqual([expect.stringContaining('seed/entities/place/tegea.yaml:3: theater')]);
  });

  it('names every defect at once', () => {
    expect(
      defectsOf({
        country: [{ ...country, iso_code: 'x', theater: 'y' }],
        relationships: [{ ...hostile, to: 'nowhere' }],
      }),
    ).toHaveLength(3);
  });
});

describe('the seed of Vedette', () => {
  const seed = loadOntologySeed();
  const typed = (type: EntityType): OntologySeed['entities'] => seed.entities.filter((entity) => entity.type === type);

  it('holds at least 130 entities of all types and 150 relationships of every type', () => {
    expect(seed.entities.length).toBeGreaterThanOrEqual(130);
    for (const type of ENTITY_TYPES) expect(typed(type).length).toBeGreaterThan(3);
    expect(seed.relationships.length).toBeGreaterThanOrEqual(150);
    expect(new Set(seed.relationships.map(({ type }) => type))).toEqual(new Set(RELATIONSHIP_TYPES));
  });

  it('states what every polled instrument anticipates, and no other', () => {
    const sources = JSON.parse(readFileSync(packagePath('seed', 'sources', 'financial.json'), 'utf8')) as {
      settings: { entity: string };
    }[];
    const leading = seed.relationships.filter(({ type }) => type === 'leading_indicator_for').map(({ from }) => from);

    expect([...new Set(leading)].sort()).toEqual(sources.map(({ settings }) => settings.entity).sort());
  });

  it('names the source of every relationship and when it was compared with it', () => {
    for (const { from, to, source, checked_at } of seed.relationships)
      expect([from, to, source, checked_at]).toEqual([
        from,
        to,
        expect.stringMatching(/^\S.{9,}$/),
        expect.stringMatching(/^(?:unchecked|\d{4}-\d{2}-\d{2})$/),
      ]);
  });

  it('describes every entity and every basis in its own sentence', () => {
    for (const { id, description } of seed.entities)
      expect([id, description]).toEqual([id, expect.stringMatching(/^[A-Z].{9,160}\.$/)]);
    for (const { from, to, basis } of seed.relationships)
      expect([from, to, basis]).toEqual([from, to, expect.stringMatching(/^[A-Z].{3,160}\.$/)]);
    expect(new Set(seed.entities.map(({ description }) => description)).size).toBe(seed.entities.length);
  });
});
