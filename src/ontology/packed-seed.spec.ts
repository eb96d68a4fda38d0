import { expandAliases } from '../resolver/knowledge/alias-seed';
import { packSeed, unpackSeed } from './packed-seed';
import { loadSeed, readSeedTexts } from './seed-files.provider';

describe('a packed seed', () => {
  const texts = readSeedTexts();
  const seed = loadSeed(texts);
  const packed = packSeed(seed, texts);

  it('is the seed that was packed, with every form of every alias', () => {
    const unpacked = unpackSeed(packed, texts);

    expect(unpacked).toEqual(seed);
    expect(unpacked && expandAliases(unpacked.aliases)).toEqual(expandAliases(seed.aliases));
  });

  it('is not used for other files', () => {
    const [first, ...others] = texts.entities;
    const changed = { file: first?.file ?? '', text: `${first?.text ?? ''}\n` };

    expect(unpackSeed(packed, { ...texts, entities: [changed, ...others] })).toBeNull();
  });
});
