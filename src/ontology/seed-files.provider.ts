import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagePath } from '../platform/common/package-root';
import { checkKnowledge } from '../resolver/knowledge/alias-check';
import { readKnowledge } from '../resolver/knowledge/knowledge';
import { formatDefect, type SeedDefect, type SeedText } from '../resolver/knowledge/seed-defect';
import { readYaml } from '../resolver/knowledge/yaml-text';
import { packSeed, unpackSeed } from './packed-seed';
import type { OntologyTexts, Seed } from './seed';
import { checkSeed, type OntologySeed } from './seed-check';

/** The seed is broken; the message names every defect by file and line. */
export class SeedError extends Error {
  constructor(readonly defects: readonly SeedDefect[]) {
    super(defects.map(formatDefect).join('\n'));
    this.name = 'SeedError';
  }
}

/** The files of the ontology below a folder, by default the one that ships with Vedette. */
export const readSeedTexts = (folder: string = packagePath('seed')): OntologyTexts => {
  const read = (path: string): SeedText => ({
    file: `seed/${path}`,
    text: readFileSync(`${folder}/${path}`, 'utf8'),
  });
  const under = (path: string, ending: string): SeedText[] =>
    readdirSync(`${folder}/${path}`, { withFileTypes: true })
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap((entry) => {
        const inner = `${path}/${entry.name}`;
        if (entry.isDirectory()) return under(inner, ending);
        return entry.name.endsWith(ending) ? [read(inner)] : [];
      });
  return {
    entities: under('entities', '.yaml'),
    relationships: read('relationships.json'),
    mergedEntities: read('merged-entities.json'),
    rules: read('rules.yaml'),
    templates: read('templates.yaml'),
    lexicon: under('lexicon', '.txt'),
    endings: under('lexicon', 'endings.yaml'),
  };
};

/** Where the build leaves the seed that it has read and checked; there is none beside the sources. */
const PACKED_SEED = join(__dirname, '..', 'seed.json');

/** Of the build: leaves the seed beside the program, so that it is not read and checked at every start. */
export const writePackedSeed = (): void => {
  const texts = readSeedTexts();
  writeFileSync(PACKED_SEED, packSeed(soundSeed(texts), texts));
};

const shippedSeed = (): Seed => {
  const texts = readSeedTexts();
  const packed = existsSync(PACKED_SEED) ? unpackSeed(readFileSync(PACKED_SEED, 'utf8'), texts) : null;
  return packed ?? soundSeed(texts);
};

let shipped: Seed | null = null;

/**
 * The seed, checked; the one that ships with Vedette is read once per process, and checked where the build has not
 * already done it for the same files.
 *
 * @throws SeedError when anything in it is wrong
 */
export const loadSeed = (texts?: OntologyTexts): Seed =>
  texts === undefined ? (shipped ??= shippedSeed()) : soundSeed(texts);

/** The ontology as the seed states it. */
export const loadOntologySeed = (texts?: OntologyTexts): OntologySeed => loadSeed(texts).ontology;

const soundSeed = (texts: OntologyTexts): Seed => {
  const defects: SeedDefect[] = [];
  const entityFiles = texts.entities.flatMap((source) => readYaml(source, defects) ?? []);
  const { seed: ontology, defects: wrong } = checkSeed(texts, entityFiles);
  const knowledge = readKnowledge(entityFiles, texts, defects);
  defects.push(...wrong);
  const ids = new Set(ontology.entities.map(({ id }) => id));
  if (defects.length === 0) defects.push(...checkKnowledge(knowledge, ids, texts.rules));
  if (defects.length > 0) throw new SeedError(defects);
  return { ontology, aliases: knowledge.seed };
};
