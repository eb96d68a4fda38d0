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
});
