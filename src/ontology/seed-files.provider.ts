import { readFileSync, readdirSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import { checkAliases } from '../resolver/knowledge/alias-check';
import { formatDefect, type SeedDefect, type SeedText } from '../resolver/knowledge/seed-defect';
import { checkSeed, type OntologySeed, type SeedTexts } from './seed-check';

/** The seed is broken; the message names every defect by file and line. */
export class SeedError extends Error {
  constructor(readonly defects: readonly SeedDefect[]) {
    super(defects.map(formatDefect).join('\n'));
    this.name = 'SeedError';
  }
}

/** The ontology and the aliases by which texts name its entities. */
export interface OntologyTexts extends SeedTexts {
  readonly aliases: readonly SeedText[];
}

/** The files of the ontology below a folder, by default the one that ships with Vedette. */
export const readSeedTexts = (folder: string = packagePath('seed')): OntologyTexts => {
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
    aliases: readdirSync(`${folder}/aliases`)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => read(`aliases/${name}`)),
  };
};

let shipped: OntologySeed | null = null;

/**
 * The ontology as the seed states it; the one that ships with Vedette is read once per process.
 *
 * @throws SeedError when anything in it is wrong, its aliases included
 */
export const loadOntologySeed = (texts?: OntologyTexts): OntologySeed =>
  texts === undefined ? (shipped ??= soundSeed(readSeedTexts())) : soundSeed(texts);

const soundSeed = (texts: OntologyTexts): OntologySeed => {
  const { seed, defects } = checkSeed(texts);
  const ids = new Set(seed.entities.map(({ id }) => id));
  const all = [...defects, ...checkAliases(texts.aliases, ids)];
  if (all.length > 0) throw new SeedError(all);
  return seed;
};
