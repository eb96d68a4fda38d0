// Links items to markets near the threshold, counted or not, so that a judge can be asked.
// mode:    write
// param:   $markets  LIST<MAP>  {exchange, ticker, market (<exchange>/<ticker>), links LIST<MAP>}; a link is {item, source_type, at, seen_at, relevance, circular, paths LIST<STRING>}
// param:   $rule     INTEGER    version of the rule that judged
UNWIND $markets AS row
MATCH (m:Market {exchange: row.exchange, ticker: row.ticker})
UNWIND row.links AS l
MATCH (i:Item {id: l.item})
WHERE NOT EXISTS { (i)-[e:EVIDENCE]->(m) WHERE e.judged IS NOT NULL }
MERGE (i)-[n:NEAR]->(m)
  ON CREATE SET n.market = row.market, n.source_type = l.source_type, n.at = l.at, n.item = l.item, n.seen_at = l.seen_at, n.tries = 0
SET n.relevance = toFloat(l.relevance), n.circular = l.circular, n.paths = l.paths, n.rule = $rule;
