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

  it('refuses aliases of nobody and aliases that two claim, by file and line', () => {
    const texts = readSeedTexts();
    const wrong = {
      file: 'seed/aliases/xx.json',
      text: `{
  "lang": "en",
  "aliases": {
    "atlantis": { "names": ["Atlantis"] },
    "iran": { "names": [""] }
  }
}`,
    };

    const load = () => loadOntologySeed({ ...texts, aliases: [...texts.aliases, wrong] });

    expect(load).toThrow(
      [
        'seed/aliases/xx.json:4: names no entity: "atlantis"',
        'seed/aliases/xx.json:5: holds an empty alias: ""',
      ].join('\n'),
    );
    expect(() =>
      loadOntologySeed({
        ...texts,
        aliases: [
          ...texts.aliases,
          { ...wrong, text: '{"lang": "en", "aliases": {"mali": {"names": ["Natanz"]}}}' },
        ],
      }),
    ).toThrow(/"Natanz" of .+ is also claimed by .+, and no rule tells them apart/);
  });
});
