// What was joined by equal strings is joined by relationships, so that expanding a node shows what belongs to it.
MATCH (p:Prediction)
MATCH (b:Bundle {id: p.replay_bundle_id})
MERGE (p)-[:MADE_FROM]->(b);

MATCH (p:Prediction)
MATCH (a:Alert {id: p.alert_id})
MERGE (p)-[:CAUSED_BY]->(a);

MATCH (f:DayFile)
MATCH (r:Record) WHERE r.date = f.date AND r.leaf_index >= 0
MERGE (f)-[:LISTS]->(r);

MATCH (a:Alert)
MATCH (c:Cluster {id: a.cluster})
MERGE (a)-[:AROUND]->(c);

MATCH (n:Move)
MATCH (m:Market {exchange: n.exchange, ticker: n.ticker})
MERGE (n)-[:MOVES]->(m);

MATCH (n:Move)
UNWIND range(0, size(n.sources) - 1) AS at
WITH n, n.sources[at] AS source, n.first_leads[at] AS lead ORDER BY lead DESC, source
WITH n, collect({source: source, lead: lead})[0..5] AS first
UNWIND first AS one
MATCH (s:Source {id: one.source})
MERGE (s)-[b:SPOKE_BEFORE]->(n)
SET b.lead = one.lead;

MATCH (m:Market) WHERE m.reevaluate_rank IS NOT NULL
REMOVE m.reevaluate_rank;
