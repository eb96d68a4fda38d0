import type { AliasSeed } from '../resolver/knowledge/alias-seed';
import type { KnowledgeTexts } from '../resolver/knowledge/knowledge';
import type { OntologySeed, SeedTexts } from './seed-check';

export interface OntologyTexts extends SeedTexts, KnowledgeTexts {}

export interface Seed {
  readonly ontology: OntologySeed;
  readonly aliases: AliasSeed;
}
