// Links items to markets. An existing link gets the newer judgement and keeps its instant.
// mode:    write
// param:   $markets  LIST<MAP>  {exchange, ticker, market (<exchange>/<ticker>), links LIST<MAP>}; a link is {item, source_type, at, seen_at, relevance, about, circular, paths LIST<STRING>}
// param:   $rule     INTEGER    version of the rule that judged
UNWIND $markets AS row
MATCH (m:Market {exchange: row.exchange, ticker: row.ticker})
CALL (m, row) {
  UNWIND row.links AS l
  MATCH (i:Item {id: l.item})
  MERGE (i)-[e:EVIDENCE]->(m)
    ON CREATE SET e.market = row.market, e.source_type = l.source_type, e.at = l.at, e.item = l.item, e.seen_at = l.seen_at
  SET e.relevance = toFloat(l.relevance), e.about = l.about, e.circular = l.circular, e.paths = l.paths, e.rule = $rule
  FOREACH (_ IN CASE WHEN l.circular AND l.source_type = 'forecaster' THEN [1] ELSE [] END | MERGE (i)-[:TWIN_OF]->(m))
};
