import { CypherCatalogue } from '../../platform/graph/cypher-catalogue.service';
import { browserGuide, type Examples } from './browser-guide';

const examples: Examples = {
  country: { id: 'iran', name: 'Iran' },
  instrument: { id: 'brent', name: 'Brent crude' },
  market: { exchange: 'kalshi', ticker: "O'NEIL", question: 'Will <b>it</b> happen?' },
  alert: { id: 'a1', cluster: 'theater:red_sea', opened_at: 0 },
  source: { id: 'harbour-wire', name: 'Harbour Wire' },
  prediction: { id: 'p1', bundle: 'rb-1', made_at: '2026-08-01T12:00:00Z', question: null },
};
const saved = new CypherCatalogue().all().filter(({ name }) => name.startsWith('explore/'));

/** Text that Browser removes from a guide before showing it. */
const cleaned = (text: string): string =>
  text
    .replace(/(\s+(on[^\s=]+)[^\s=]*\s*=\s*("[^"]*"|'[^']*'|[\w\-.:]+\s*))/gi, '')
    .replace(/<script\b[^<]*(?:(?!<\/script>)<[^<]*)*(<\/script>)?/gi, '');

describe('the guide for Neo4j Browser', () => {
  const guide = browserGuide(saved, examples, 'http://127.0.0.1:8080');
  const queries = [...guide.matchAll(/data-populate="([^"]*)"/g)].map(([, query = '']) => query);

  it('asks every saved query about something that is there', () => {
    expect(queries).toHaveLength(saved.length);
    expect(queries.filter((query) => /\$[a-z]/.test(query))).toEqual([]);
    expect(guide).toContain('A surge: Red Sea');
    expect(guide).toContain('Will &lt;b&gt;it&lt;/b&gt; happen?');
    expect(queries.join()).toContain('ticker: &#39;O\\&#39;NEIL&#39;');
    expect(queries.join()).toContain('timestamp() - 86400000');
  });

  it('is shown by Browser as it was sent', () => {
    expect(cleaned(guide)).toBe(guide);
  });

  it('omits queries that have no example yet', () => {
    const bare = browserGuide(saved, {}, 'http://127.0.0.1:8080');

    expect(bare).not.toContain('data-populate');
    expect(bare).toContain('style http://127.0.0.1:8080/neo4j/style.grass');
  });
});
