// Stores moves with the earlier sources, linked to their market and to the first five sources only, so that a
// constantly active source is not linked to every move. A market's next move is searched after this one.
// mode:    write
// param:   $moves  LIST<MAP>  {exchange, ticker, at, started_at, from, to, sources, source_types, first_leads, last_leads,
//                             control_sources, control_source_types}; the last two null without a control period
UNWIND $moves AS v
MATCH (m:Market {exchange: v.exchange, ticker: v.ticker})
MERGE (n:Move {exchange: v.exchange, ticker: v.ticker, at: v.at})
  ON CREATE SET n.started_at = v.started_at, n.from = toFloat(v.from), n.to = toFloat(v.to), n.sources = v.sources,
                n.source_types = v.source_types, n.first_leads = v.first_leads, n.last_leads = v.last_leads,
                n.control_sources = v.control_sources, n.control_source_types = v.control_source_types
SET m.moved_at = CASE WHEN coalesce(m.moved_at, 0) > v.at THEN m.moved_at ELSE v.at END
MERGE (n)-[:MOVES]->(m)
WITH n, v
CALL (n, v) {
  UNWIND range(0, size(v.sources) - 1) AS at
  WITH n, v.sources[at] AS source, v.first_leads[at] AS lead ORDER BY lead DESC, source LIMIT 5
  MATCH (s:Source {id: source})
  MERGE (s)-[b:SPOKE_BEFORE]->(n)
  SET b.lead = lead
};
