/** Reads seed/evidence, and creates the process's {@link EvidenceRule}. */
import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../platform/common/package-root';
import { loadKnownEntities } from '../ontology/known-entities';
import { loadResolver } from '../ontology/resolver.provider';
import { loadOntologySeed } from '../ontology/seed-files.provider';
import { EvidenceRule } from './evidence-rule';
import type { EvidenceSeed, WordsSeed } from './evidence-seed';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(packagePath('seed', 'evidence', name), 'utf8')) as unknown;

export const readEvidenceSeed = (): EvidenceSeed => ({
  rule: read('rule.json') as EvidenceSeed['rule'],
  names: read('names.json') as EvidenceSeed['names'],
  words: Object.fromEntries(
    readdirSync(packagePath('seed', 'evidence'))
      .flatMap((name) => /^words\.([a-z]{2})\.json$/.exec(name)?.slice(1) ?? [])
      .sort()
      .map((lang) => [lang, read(`words.${lang}.json`) as WordsSeed]),
  ),
});

let loaded: EvidenceRule | null = null;

export const makeEvidenceRule = (): EvidenceRule =>
  new EvidenceRule(readEvidenceSeed(), loadOntologySeed(), loadResolver(), loadKnownEntities());

/** Cached per process. */
export const loadEvidenceRule = (): EvidenceRule => (loaded ??= makeEvidenceRule());
