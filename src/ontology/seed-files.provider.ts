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

/** The seed is invalid; the message lists every defect by file and line. */
export class SeedError extends Error {
  constructor(readonly defects: readonly SeedDefect[]) {
    super(defects.map(formatDefect).join('\n'));
    this.name = 'SeedError';
  }
}

/** The ontology files of a folder, by default the one shipped with Vedette. */
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

/** Packed seed of the build; absent when running from the sources. */
const PACKED_SEED = join(__dirname, '..', 'seed.json');

/** Called by the build, so that the seed is not parsed and checked at every start. */
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
 * The checked seed. The shipped one is cached per process, and only checked if the build has not done it for the same
 * files.
 *
 * @throws SeedError for any defect
 */
export const loadSeed = (texts?: OntologyTexts): Seed =>
  texts === undefined ? (shipped ??= shippedSeed()) : soundSeed(texts);

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
