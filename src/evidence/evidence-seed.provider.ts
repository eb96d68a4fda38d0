/** Reads seed/evidence, and creates the process's {@link EvidenceRule}. */
import { readdirSync } from 'node:fs';
import { readJsonFile } from '../platform/common/json-file';
import { packagePath } from '../platform/common/package-root';
import { loadKnownEntities } from '../ontology/known-entities';
import { loadResolver } from '../ontology/resolver.provider';
import { loadOntologySeed } from '../ontology/seed-files.provider';
import { EvidenceRule } from './evidence-rule';
import type { EvidenceSeed, WordsSeed } from './evidence-seed';

const read = <T>(name: string): T => readJsonFile<T>(packagePath('seed', 'evidence', name));

export const readEvidenceSeed = (): EvidenceSeed => ({
  rule: read('rule.json'),
  names: read('names.json'),
  words: Object.fromEntries(
    readdirSync(packagePath('seed', 'evidence'))
      .flatMap((name) => /^words\.([a-z]{2})\.json$/.exec(name)?.slice(1) ?? [])
      .sort()
      .map((lang) => [lang, read<WordsSeed>(`words.${lang}.json`)]),
  ),
});

let loaded: EvidenceRule | null = null;

export const makeEvidenceRule = (): EvidenceRule =>
  new EvidenceRule(readEvidenceSeed(), loadOntologySeed(), loadResolver(), loadKnownEntities());

/** Cached per process. */
export const loadEvidenceRule = (): EvidenceRule => (loaded ??= makeEvidenceRule());
