/** Tags market questions with the resolver and the theaters of the ontology. */
import type { AliasResolver } from '../ontology/alias-resolver';
import { loadOntologySeed } from '../ontology/seed-files.provider';
import type { Theater } from '../ontology/theater';
import type { TagMarket } from './tracked-market';

/** The theater is that of the first entity named that has one: a question names its subject first. */
export const makeMarketTagger = (resolver: AliasResolver): TagMarket => {
  const theaters = new Map<string, Theater>(
    loadOntologySeed().entities.flatMap(({ id, theater }): [string, Theater][] =>
      theater === null ? [] : [[id, theater]],
    ),
  );
  return (question) => {
    const { entities, mentions } = resolver.resolve(question, 'en');
    const first = mentions.find(({ entity }) => theaters.has(entity));
    return {
      entities,
      theater: first === undefined ? null : (theaters.get(first.entity) ?? null),
      eventType: null,
    };
  };
};
