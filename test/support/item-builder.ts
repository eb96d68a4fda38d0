import type { GraphService } from '../../src/graph/graph.service';
import { sha256Hex } from '../../src/common/sha256';
import type { NewItem } from '../../src/event-log/item';

/** 7 May 2026, noon UTC: when the tests happen. */
export const NOON = Date.UTC(2026, 4, 7, 12);

/** A news item about Iran at noon, seen a second later; whatever the test cares about is given. */
export const anItem = (given: Partial<NewItem> = {}): NewItem => {
  const at = given.at ?? NOON;
  const title = given.title ?? 'Talks resume in Muscat';
  return {
    id: given.id ?? sha256Hex(JSON.stringify(given)).slice(0, 16),
    sourceType: 'news',
    category: 'iranian_media',
    source: 'tehran-daily',
    family: 'tehran-daily',
    lang: 'en',
    title,
    summary: null,
    url: 'https://news.example/a',
    publisher: null,
    publishedAt: at,
    at,
    firstSeenAt: at + 1_000,
    theater: 'iran',
    entities: ['iran'],
    story: null,
    contentHash: sha256Hex(`${title}|${given.summary ?? ''}`),
    attributes: {},
    ...given,
  };
};

/** Entities with nothing but what listing and scoring read. */
export const addEntities = async (
  graph: GraphService,
  entities: readonly { id: string; type?: string; theater?: string }[],
): Promise<void> => {
  for (const { id, type = 'country', theater } of entities)
    await graph.statement(
      `MERGE (e:Entity {id: '${id}'}) SET e.name = '${id}', e.type = '${type}', e.aliases = []` +
        (theater === undefined ? '' : `, e.theater = '${theater}'`),
    );
};

/** A relationship between two entities, type in upper case. */
export const relate = async (
  graph: GraphService,
  from: string,
  type: string,
  to: string,
): Promise<void> => {
  await graph.statement(
    `MATCH (a:Entity {id: '${from}'}), (b:Entity {id: '${to}'}) MERGE (a)-[:${type}]->(b)`,
  );
};

/** An open market about some entities. */
export const addMarket = async (
  graph: GraphService,
  exchange: string,
  ticker: string,
  entities: readonly string[],
  question = `Will ${ticker} happen?`,
): Promise<void> => {
  await graph.statement(
    `CREATE (m:Market {exchange: '${exchange}', ticker: '${ticker}', question: '${question}', status: 'open'})
     WITH m UNWIND ${JSON.stringify(entities)} AS id MATCH (e:Entity {id: id}) CREATE (m)-[:ABOUT]->(e)`,
  );
};
