import type { OntologyTexts } from './seed';
import { loadOntologySeed, readSeedTexts, SeedError } from './seed-files.provider';

describe('loadOntologySeed', () => {
  it('reads the seed that ships with Vedette', () => {
    expect(loadOntologySeed().entities.length).toBeGreaterThan(130);
  });

  it('refuses a broken one with every defect by file and line', () => {
    const texts = readSeedTexts();
    const broken = {
      ...texts.mergedEntities,
      text: '[\n{ "id": "A", "merged_into": "atlantis" }\n]',
    };

    const load = () => loadOntologySeed({ ...texts, mergedEntities: broken });

    expect(load).toThrow(SeedError);
    expect(load).toThrow(
      [
        'seed/merged-entities.json:2: id must be lower case with hyphens',
        'seed/merged-entities.json:2: merged_into names no entity: "atlantis"',
      ].join('\n'),
    );
  });

  it('refuses a name that is empty and one that two entities claim, by file and line', () => {
    const texts = readSeedTexts();
    const withText = (text: string): OntologyTexts => ({
      ...texts,
      entities: [...texts.entities, { file: 'seed/entities/place/atlantis.yaml', text }],
    });
    const facts = `name: Atlantis
theater: null
description: An island in the ocean.
location: { lat: 0, lon: 0 }
`;

    expect(() => loadOntologySeed(withText(`${facts}names:\n  en: [Atlantis, ""]\n`))).toThrow(
      'seed/entities/place/atlantis.yaml:1: holds an empty alias: ""',
    );
    // Where only one of two has a file that states the name as its own, the name is that one's.
    const named = `${facts}names:\n  fr: [Atlantide]\n`;
    const twice = withText(named);
    const both = {
      ...twice,
      entities: [
        ...twice.entities,
        { file: 'seed/entities/place/lemuria.yaml', text: named.replace('Atlantis', 'Lemuria') },
      ],
    };
    expect(() => loadOntologySeed(both)).toThrow(
      /"Atlantide" of .+ is also claimed by .+, and no rule tells them apart/,
    );
  });
});
