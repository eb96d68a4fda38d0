// Questions of forecasting sites about the entities of some markets: each crowd's latest consensus, and that of a week
// before. A question and its moves share an address.
// mode:    read
// param:   $asked     LIST<MAP>  {market STRING <exchange>/<ticker>, direct LIST<STRING> entity ids of the market itself}
// param:   $week_ago  INTEGER    UTC ms
// param:   $now       INTEGER    UTC ms: only items first seen by then
// param:   $limit     INTEGER    maximum items read per entity
// returns: crowd      LIST<MAP>  {id, source, title, url, at INTEGER, consensus FLOAT?, consensus_7d_ago FLOAT?, forecasters INTEGER?,
//          same_question BOOLEAN, relevance FLOAT (share of the entities that the question touches),
//          judged INTEGER? (highest grade of the judge by then)}; a row for each of $asked, in their order
UNWIND range(0, size($asked) - 1) AS nth
WITH nth, $asked[nth].market AS market, $asked[nth].direct AS direct
CALL (market, direct) {
  CALL (direct) {
    UNWIND direct AS entity
    CALL (entity) {
      MATCH (i)-[t:TOUCHES]->() USING INDEX SEEK t:TOUCHES(entity, source_type, at, item)
      WHERE t.entity = entity AND t.source_type = 'forecaster' AND t.at <= $now AND t.item IS NOT NULL
      WITH i, t ORDER BY t.entity DESC, t.source_type DESC, t.at DESC, t.item DESC
      WHERE t.seen_at <= $now
      RETURN i LIMIT $limit
    }
    RETURN DISTINCT i
  }
  WITH i, market, toFloat(COUNT { (i)-[x:TOUCHES]->() WHERE x.entity IN direct }) / size(direct) AS share,
    head([(i)-[e:EVIDENCE]->(m:Market) WHERE e.market = market AND e.judged_at <= $now | e.judged]) AS judged,
    EXISTS { (i)-[:TWIN_OF]->(m) WHERE m.exchange + '/' + m.ticker = market } AS twin,
    CASE WHEN i.first_seen_at > i.at THEN i.first_seen_at ELSE i.at END AS told
  WHERE i.attr_status IS NULL OR i.attr_status = 'open'
  ORDER BY told DESC, i.id DESC
  WITH coalesce(i.url, i.id) AS question, collect({item: i, told: told}) AS told, max(share) AS share, max(judged) AS judged, max(CASE WHEN twin THEN 1 ELSE 0 END) = 1 AS twin
  WITH told[0] AS newest, told[-1].item AS first, head([x IN told WHERE x.told <= $week_ago]).item AS before, share, judged, twin
  ORDER BY first.id
  RETURN collect({id: first.id, source: first.source, title: first.title, url: first.url, at: newest.told,
    consensus: newest.item.attr_consensus, consensus_7d_ago: before.attr_consensus,
    forecasters: newest.item.attr_forecasters, same_question: twin, relevance: share, judged: judged}) AS crowd
}
RETURN crowd ORDER BY nth;
