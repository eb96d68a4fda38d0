/** Tags market questions with the resolver, the theaters of the ontology and the rules for event types. */
import { readFileSync } from 'node:fs';
import { packagePath } from '../common/package-root';
import type { AliasResolver } from '../resolver/alias-resolver';
import { loadOntologySeed } from '../ontology/seed-files.provider';
import type { Theater } from '../ontology/theater';
import { compileEventTypes, eventTypeOf, theaterOf, type EventTypeSeed } from './tag-market';
import type { TagMarket } from './tracked-market';

const readEventTypes = (): readonly EventTypeSeed[] =>
  JSON.parse(readFileSync(packagePath('seed', 'event-types.json'), 'utf8')) as EventTypeSeed[];

/** Entities, theater and event type of a question by the rules of {@link file://./tag-market.ts}. */
export const makeMarketTagger = (resolver: AliasResolver): TagMarket => {
  const theaters = new Map<string, Theater>(
    loadOntologySeed().entities.flatMap(({ id, theater }): [string, Theater][] =>
      theater === null ? [] : [[id, theater]],
    ),
  );
  const eventTypes = compileEventTypes(readEventTypes());
  return (question) => {
    const { entities, mentions } = resolver.resolve(question, 'en');
    return {
      entities,
      theater: theaterOf(mentions, question, theaters),
      eventType: eventTypeOf(question, eventTypes),
    };
  };
};
