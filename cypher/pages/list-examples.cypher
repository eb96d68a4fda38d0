// Examples of current data, for the guide in Neo4j Browser and the API reference: the country most named in the newest
// reports, the open market whose price moved last, else the one with the highest confluence, the newest surge and the
// newest forecast.
// mode:    read
// param:   $now        INTEGER  UTC ms
// param:   $limit      INTEGER  newest items to read
// returns: country     MAP?     {id, name}
// returns: instrument  MAP?     {id, name}  one that leads the country
// returns: market      MAP?     {exchange, ticker, question}
// returns: alert       MAP?     {id, cluster, opened_at}
// returns: prediction  MAP?     {id, bundle, made_at, question}
// returns: source      MAP?     {id, name}  one with an item before the newest price move
// returns: item        STRING?  id
// returns: trade       STRING?  id
// returns: record      STRING?  SHA-256 of the newest forecast's document
// returns: timestamp   STRING?  id
// returns: day         STRING?  the last sealed one
// try:     :param {now: timestamp(), limit: 300}
WITH head(COLLECT {
  MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
  WHERE i.at <= $now AND i.id IS NOT NULL
  WITH i ORDER BY i.at DESC, i.id DESC LIMIT $limit
  MATCH (i)-[:TOUCHES]->(e:Entity {type: 'country'})
  WITH e, count(*) AS n ORDER BY n DESC, e.id LIMIT 1
  RETURN e {.id, .name}
}) AS country
RETURN country,
  head(COLLECT {
    MATCH (e:Entity)-[:LEADING_INDICATOR_FOR]->(:Entity {id: country.id})
    WHERE e.type = 'instrument'
    RETURN e {.id, .name} ORDER BY e.id LIMIT 1
  }) AS instrument,
  head(COLLECT {
    MATCH (m:Market) USING INDEX SEEK m:Market(status)
    WHERE m.status = 'open' AND m.question IS NOT NULL
    WITH m, head(COLLECT { MATCH (v:Move)-[:MOVES]->(m) RETURN v.at ORDER BY v.at DESC LIMIT 1 }) AS moved
    RETURN m {.exchange, .ticker, .question}
    ORDER BY coalesce(moved, 0) DESC, coalesce(m.confluence_score, 0) DESC, m.exchange, m.ticker LIMIT 1
  }) AS market,
  head(COLLECT {
    MATCH (a:Alert) USING INDEX SEEK a:Alert(opened_at, id)
    WHERE a.opened_at <= $now AND a.id IS NOT NULL
    RETURN a {.id, .cluster, .opened_at} ORDER BY a.opened_at DESC, a.id DESC LIMIT 1
  }) AS alert,
  head(COLLECT {
    MATCH (p:Prediction)-[:MADE_FROM]->(b:Bundle)
    USING INDEX SEEK p:Prediction(made_at, id)
    WHERE p.made_at IS NOT NULL AND p.id IS NOT NULL
    WITH p, b ORDER BY p.made_at DESC, p.id DESC LIMIT 1
    RETURN p {.id, bundle: b.id, .made_at, question: head([(p)-[:PREDICTS]->(m:Market) | m.question])}
  }) AS prediction,
  head(COLLECT {
    MATCH (s:Source)-[b:SPOKE_BEFORE]->(v:Move) USING INDEX SEEK v:Move(at)
    WHERE v.at <= $now
    WITH s, b, v ORDER BY v.at DESC LIMIT 5
    RETURN s {.id, .name} ORDER BY v.at DESC, b.lead DESC, s.id LIMIT 1
  }) AS source,
  head(COLLECT {
    MATCH (i:Item) USING INDEX SEEK i:Item(at, id)
    WHERE i.at <= $now AND i.id IS NOT NULL
    RETURN i.id ORDER BY i.at DESC, i.id DESC LIMIT 1
  }) AS item,
  head(COLLECT {
    MATCH (t:Trade) USING INDEX SEEK t:Trade(opened_at, trade_id)
    WHERE t.opened_at IS NOT NULL AND t.trade_id IS NOT NULL
    RETURN t.trade_id ORDER BY t.opened_at DESC, t.trade_id DESC LIMIT 1
  }) AS trade,
  head(COLLECT {
    MATCH (r:Record) USING INDEX SEEK r:Record(kind, leaf_index)
    WHERE r.kind = 'bundle' AND r.leaf_index >= 0
    RETURN r.sha256 ORDER BY r.kind DESC, r.leaf_index DESC LIMIT 1
  }) AS record,
  head(COLLECT {
    MATCH (s:Timestamp) USING INDEX SEEK s:Timestamp(tree_size)
    WHERE s.tree_size >= 0
    RETURN s.id ORDER BY s.tree_size DESC, s.id LIMIT 1
  }) AS timestamp,
  head(COLLECT { MATCH (h:LogHead {id: 'log'}) RETURN h.sealed_date }) AS day;
