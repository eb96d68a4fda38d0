// Stores a judge's verdicts. A grade of 1 or 2 creates a link if the rule made none, known from now on; a grade of 0 is
// stored on the rule's link, which then counts until now.
// mode:    write
// param:   $verdicts  LIST<MAP>  {item, market (<exchange>/<ticker>), grade INTEGER 0 to 2, reason, relevance FLOAT by the verdict}
// param:   $judge     STRING     who judged
// param:   $prompt    STRING     SHA-256 of its instructions
// param:   $now       INTEGER    UTC ms
UNWIND $verdicts AS v
WITH v, split(v.market, '/')[0] AS exchange
MATCH (i:Item {id: v.item}), (m:Market {exchange: exchange, ticker: substring(v.market, size(exchange) + 1)})
USING INDEX SEEK i:Item(id) USING INDEX SEEK m:Market(exchange, ticker)
MATCH (i)-[n:NEAR]->(m)
FOREACH (_ IN CASE WHEN v.grade > 0 THEN [1] ELSE [] END |
  MERGE (i)-[e:EVIDENCE]->(m)
    ON CREATE SET e.market = n.market, e.source_type = n.source_type, e.at = n.at, e.item = n.item, e.seen_at = $now,
      e.relevance = n.relevance, e.about = false, e.circular = n.circular, e.paths = n.paths, e.rule = n.rule)
DELETE n
WITH DISTINCT i, m, v
MATCH (i)-[e:EVIDENCE]->(m)
SET e.judged = v.grade, e.judged_at = $now, e.judged_relevance = v.relevance, e.reason = v.reason, e.judge = $judge, e.prompt = $prompt;
