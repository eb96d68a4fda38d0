import type { AliasSeed } from '../resolver/knowledge/alias-seed';
import type { KnowledgeTexts } from '../resolver/knowledge/knowledge';
import type { OntologySeed, SeedTexts } from './seed-check';

/** The ontology, and what the resolver knows of the names of its entities. */
export interface OntologyTexts extends SeedTexts, KnowledgeTexts {}

/** Of one seed: the ontology and the resolver's knowledge. */
export interface Seed {
  readonly ontology: OntologySeed;
  readonly aliases: AliasSeed;
}
