import type { GraphService } from '../../src/platform/graph/graph.service';
import { sha256Hex } from '../../src/platform/common/sha256';
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

/** Entities with the properties for listing and scoring alone. */
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
export const relate = async (graph: GraphService, from: string, type: string, to: string): Promise<void> => {
  await graph.statement(`MATCH (a:Entity {id: '${from}'}), (b:Entity {id: '${to}'}) MERGE (a)-[:${type}]->(b)`);
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

/**
 * Ties every item to the markets about what it touches, or about what its instrument leads: for tests of what is
 * made of evidence, whatever makes it evidence. `attr_twin` names the market that a question is a twin of.
 */
export const linkEvidence = async (graph: GraphService): Promise<void> => {
  await graph.statement(
    `MATCH (m:Market)-[:ABOUT]->(:Entity)<-[leads:LEADING_INDICATOR_FOR*0..1]-(:Entity)<-[t:TOUCHES]-(i:Item)
     WHERE t.by IS NULL AND all(r IN leads WHERE r.until IS NULL)
     WITH DISTINCT i, m, m.exchange + '/' + m.ticker AS id
     MERGE (i)-[e:EVIDENCE]->(m)
     SET e.market = id, e.source_type = i.source_type, e.at = i.at, e.item = i.id, e.seen_at = i.first_seen_at,
         e.relevance = 1.0, e.about = true, e.paths = [], e.rule = 1, e.circular = id IN [i.market, i.attr_twin]`,
  );
};
