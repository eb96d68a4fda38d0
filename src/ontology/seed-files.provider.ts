import { readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { checkSeed, type OntologySeed, type SeedText, type SeedTexts } from './seed-check';
import { formatDefect, type SeedDefect } from './seed-element';

/** The seed is broken; the message names every defect by file and line. */
export class SeedError extends Error {
  constructor(readonly defects: readonly SeedDefect[]) {
    super(defects.map(formatDefect).join('\n'));
    this.name = 'SeedError';
  }
}

/** The files of the ontology below a folder, by default the one that ships with Vedette. */
export const readSeedTexts = (folder: string = packagePath('seed')): SeedTexts => {
  const read = (path: string): SeedText => ({
    file: `seed/${path}`,
    text: readFileSync(`${folder}/${path}`, 'utf8'),
  });
  return {
    entities: {
      country: read('entities/country.json'),
      militant_group: read('entities/militant_group.json'),
      leader: read('entities/leader.json'),
      place: read('entities/place.json'),
      instrument: read('entities/instrument.json'),
    },
    relationships: read('relationships.json'),
    mergedEntities: read('merged-entities.json'),
  };
};

/**
 * The ontology as the seed states it.
 *
 * @throws SeedError when anything in it is wrong
 */
export const loadOntologySeed = (texts: SeedTexts = readSeedTexts()): OntologySeed => {
  const { seed, defects } = checkSeed(texts);
  if (defects.length > 0) throw new SeedError(defects);
  return seed;
};
