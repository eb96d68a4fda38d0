import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needing } from '../../test/support/tools';
import {
  alertBundle,
  forecastBundle,
  neighbourhoodBundle,
  uuid5,
  type StixBundle,
  type StixEntity,
  type StixSaying,
  type StixStatement,
} from './stix';

const STAMP = { now: Date.UTC(2026, 4, 7, 12), base: 'https://v.example', synthetic: false };

const ENTITIES: readonly StixEntity[] = [
  {
    id: 'iran',
    type: 'country',
    name: 'Iran',
    aliases: ['Iran', 'ایران'],
    description: 'A state.',
    iso_code: 'IR',
    wikidata_id: 'Q794',
    location: { lat: 35.69, lon: 51.39 },
  },
  {
    id: 'hezbollah',
    type: 'militant_group',
    name: 'Hezbollah',
    aliases: ['Hezbollah', 'حزب الله'],
    description: 'A movement with an army.',
  },
  { id: 'a-leader', type: 'leader', name: 'A leader', aliases: ['A leader'], description: 'Leads.' },
  {
    id: 'hormuz',
    type: 'place',
    name: 'Strait of Hormuz',
    aliases: [],
    description: 'A strait.',
    location: { lat: 26.57, lon: 56.25 },
    radius_km: 60,
  },
  { id: 'brent', type: 'instrument', name: 'Brent', aliases: [], description: 'Oil.' },
];

const stated = (
  from: string,
  type: string,
  to: string,
  since: string | null = null,
  until: string | null = null,
): StixStatement => ({ id: `${from}:${type}:${to}`, type, from, to, basis: 'As everybody says.', since, until });

const STATEMENTS = [
  stated('iran', 'funds', 'hezbollah', '1982'),
  stated('hezbollah', 'operates_in', 'hormuz', '2020-02', '2021'),
  stated('iran', 'operates_in', 'iran'),
  stated('a-leader', 'leads', 'iran'),
  stated('brent', 'leading_indicator_for', 'iran'),
];

const SAYING: StixSaying = {
  id: 'x1',
  title: 'YES at 21 %: Will …?',
  text: 'A forecast.',
  created: Date.UTC(2026, 4, 6),
  modified: Date.UTC(2026, 4, 6, 1),
  confidence: 80,
  references: [{ source_name: 'kalshi', external_id: 'KX-1', url: 'https://kalshi.example/KX-1' }],
  about: ENTITIES,
};

const around = neighbourhoodBundle('iran', ENTITIES, STATEMENTS, STAMP);
const bundles: readonly StixBundle[] = [
  around,
  alertBundle({ ...SAYING, confidence: null }, STAMP),
  alertBundle({ ...SAYING, about: [] }, STAMP),
  forecastBundle(SAYING, { ...STAMP, synthetic: true }),
];

const typeOf = (id: string): unknown => around.objects.find((one) => one['name'] === id)?.['type'];

describe('uuid5', () => {
  it('is of version 5 and variant 1, and the same for the same name', () => {
    expect(uuid5('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([uuid5('x') === uuid5('x'), uuid5('x') === uuid5('y')]).toEqual([true, false]);
  });
});

describe('a neighbourhood in STIX', () => {
  it('has groups as threat actors, and states as identities with a location', () => {
    expect([typeOf('Hezbollah'), typeOf('Iran'), typeOf('Strait of Hormuz')]).toEqual([
      'threat-actor',
      'identity',
      'location',
    ]);
    const actors = around.objects.filter((one) => one['type'] === 'threat-actor');
    expect(actors.map((one) => one['name'])).toEqual(['Hezbollah']);
    expect(around.objects).toContainEqual(expect.objectContaining({ type: 'location', country: 'IR' }));
  });

  it('has the name of a place in its description too, as MISP keeps no other', () => {
    const [place] = around.objects.filter((one) => one['name'] === 'Strait of Hormuz');
    expect(place?.['description']).toBe('Strait of Hormuz: A strait.');
  });

  it('states each relationship, with its dates', () => {
    const said = around.objects.filter((one) => one['type'] === 'relationship');

    expect(said.map((one) => [one['relationship_type'], one['start_time'], one['stop_time']])).toEqual([
      ['located-at', undefined, undefined],
      ['related-to', '1982-01-01T00:00:00.000Z', undefined],
      ['located-at', '2020-02-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z'],
      ['located-at', undefined, undefined],
      ['related-to', undefined, undefined],
    ]);
  });

  it('is repeated in the text of a report, as MISP keeps no dates of relationships and no references', () => {
    const [report] = around.objects.filter((one) => one['type'] === 'report');

    expect(String(report?.['description']).split('\n')).toEqual(
      expect.arrayContaining([
        '- Iran funds Hezbollah: As everybody says. Since 1982.',
        '- Hezbollah operates in Strait of Hormuz: As everybody says. Since 2020-02. Until 2021.',
        '- Iran: wikidata Q794 https://www.wikidata.org/wiki/Q794',
        '- Hezbollah: vedette hezbollah https://v.example/entities/hezbollah',
      ]),
    );
    expect(report?.['object_refs']).toHaveLength(around.objects.length - 2);
  });

  it.each(['grouping', 'report'])('has the references of a %s in its text', (type) => {
    const told = bundles.slice(1).flatMap(({ objects }) => objects.filter((one) => one['type'] === type));

    expect(told.map((one) => one['description'])).toEqual(
      told.map(() => 'A forecast.\n\n- kalshi KX-1 https://kalshi.example/KX-1'),
    );
  });

  it('refers to nothing that is not in it, and has each object once', () => {
    for (const { objects } of bundles) {
      const ids = new Set(objects.map(({ id }) => id));
      const refs = objects.flatMap((one) =>
        Object.entries(one).flatMap(([name, value]) => (/_refs?$/.test(name) ? [value].flat() : [])),
      );

      expect(refs.filter((ref) => !ids.has(String(ref)))).toEqual([]);
      expect(ids.size).toBe(objects.length);
    }
  });

  it('is the same on the same day', () => {
    const later = { ...STAMP, now: STAMP.now + 1_000 };

    expect(neighbourhoodBundle('iran', ENTITIES, STATEMENTS, later)).toEqual(around);
  });
});

describe('the judges of STIX', () => {
  let folder: string;
  const files = (): string[] =>
    bundles.map((bundle, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(bundle));
      return file;
    });
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'vedette-stix-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  needing('stix2-validator').it(
    'stix2-validator has no error, and no warning but the two that are meant',
    () => {
      const judge = `import sys
from stix2validator import validate_file, ValidationOptions
for name in sys.argv[1:]:
    result = validate_file(name, ValidationOptions(version="2.1"))
    for one in result.object_results:
        for word in list(one.errors) + list(one.warnings):
            # 103: ids are of UUID version 5 so that they are the same everywhere; 302: a page that lives has no hash.
            if '{103}' not in str(word) and '{302}' not in str(word): print(word)
    print(result.is_valid)`;
      const { stdout, stderr } = spawnSync('python3', ['-c', judge, ...files()], {
        encoding: 'utf8',
      });

      expect([stdout.trim().split('\n'), stderr]).toEqual([bundles.map(() => 'True'), '']);
    },
    60_000,
  );

  needing('stix2').it(
    'stix2 reads every object',
    () => {
      const judge = `import sys, stix2
for name in sys.argv[1:]: print(len(stix2.parse(open(name), allow_custom=False).objects))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', judge, ...files()], {
        encoding: 'utf8',
      });

      expect([stdout.trim().split('\n').map(Number), stderr]).toEqual([
        bundles.map(({ objects }) => objects.length),
        '',
      ]);
    },
    60_000,
  );
});
