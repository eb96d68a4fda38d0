import { readFileSync } from 'node:fs';
import { readJsonFile } from '../platform/common/json-file';
import { packagePath } from '../platform/common/package-root';
import { loadKnownEntities, theatersOf, type KnownEntities } from '../ontology/known-entities';
import type { AliasResolver } from '../resolver/alias-resolver';
import { compileScope, type MarketScopeSeed } from './market-scope';
import { tagsOfMarket, type QuestionKnowledge } from './question-tags';
import { compileEventTypes, type EventTypeSeed } from './tag-market';
import { type TagMarket, readTrackedSeed, type TrackedSeed } from './tracked-market';
import { readJson, UnreadableError } from '../platform/common/foreign-json';

const readSeed = <T>(name: string): T => readJsonFile<T>(packagePath('seed', name));

/** Father and son: the bare name means the current holder of the office. */
const SHARED_NAMES = [['ali-khamenei', 'mojtaba-khamenei']] as const;

/** Types that indicate a conflict by themselves. */
const FOUGHT: ReadonlySet<string> = new Set(['militant_group', 'state_force', 'place']);

/** Tags market questions by {@link file://./question-tags.ts}, the theaters of the ontology and the rules of `seed/`. */
export const makeMarketTagger = (resolver: AliasResolver, known: KnownEntities = loadKnownEntities()): TagMarket => {
  const eventTypes = compileEventTypes(readSeed<readonly EventTypeSeed[]>('event-types.json'));
  const scope = compileScope(readSeed<MarketScopeSeed>('market-scope.json'));
  const knowledge = known.derive((entities): QuestionKnowledge => ({
    resolve: (text) => resolver.resolve(text, 'en'),
    theaters: theatersOf(entities),
    places: new Set(entities.flatMap(({ id, type }) => (type === 'country' || type === 'place' ? [id] : []))),
    fought: new Set(entities.flatMap(({ id, type }) => (type !== null && FOUGHT.has(type) ? [id] : []))),
    eventTypes,
    scope,
    offices: SHARED_NAMES.map((holders) => ({
      holders,
      since: entities.find(({ id }) => id === holders[1])?.since ?? null,
    })),
  }));
  return (market) => tagsOfMarket(market, knowledge());
};

/** Reads and validates `seed/tracked-markets.json`. @throws UnreadableError naming the error */
export const loadTrackedSeed = (path: string = packagePath('seed', 'tracked-markets.json')): TrackedSeed => {
  try {
    return readTrackedSeed(readJson(readFileSync(path)));
  } catch (error) {
    throw new UnreadableError(`tracked-markets.json: ${(error as Error).message}`, { cause: error });
  }
};
