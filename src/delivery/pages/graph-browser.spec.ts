import { browserAddress, withLiterals } from './graph-browser';

describe('a saved query with literals', () => {
  it('holds its parameters as Cypher writes them, and nothing that could end one', () => {
    const query = 'MATCH (m {ticker: $ticker}) WHERE m.at > $since RETURN $other';

    expect(withLiterals(query, { ticker: "O'Neil\\", since: 5 })).toBe(
      "MATCH (m {ticker: 'O\\'Neil\\\\'}) WHERE m.at > 5 RETURN $other",
    );
  });
});

describe('the address of Neo4j Browser', () => {
  const browser = 'http://127.0.0.1:7474/browser/?dbms=bolt://neo4j@127.0.0.1:7687&db=neo4j';

  it('opens the query in the editor', () => {
    expect(browserAddress(browser, 'http://127.0.0.1:8080', 'RETURN 1')).toBe(`${browser}&cmd=edit&arg=RETURN%201`);
  });

  it('is given only to who can reach the database', () => {
    expect(browserAddress(browser, 'https://vedette.example', 'RETURN 1')).toBeNull();
    expect(browserAddress(null, 'http://localhost:8080', 'RETURN 1')).toBeNull();
  });
});
