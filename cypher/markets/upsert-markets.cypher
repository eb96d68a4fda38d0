// Adds markets with their tags and event. A known market keeps its event, which is sealed in the log, its links, and
// its tags unless its question was edited; markets/record-quotes updates price, status, terms and texts. An event keeps
// its series: where a market is read without its event, the series is a guess. A fee is stated by listings only.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, question, url, status, theater, region, event_type, tracked_because, resolves_at, yes_token, entities, group_order, event: {exchange, id, details}?, …}
// param:   $now     INTEGER    instant of the tick, UTC ms
// returns: created  INTEGER    markets that are new
// returns: updated  INTEGER    markets that were known
UNWIND $rows AS r
OPTIONAL MATCH (known:Market {exchange: r.exchange, ticker: r.ticker})
WITH r, known.question IS NOT NULL AS is_known
MERGE (m:Market {exchange: r.exchange, ticker: r.ticker})
SET m.url = r.url, m.yes_token = r.yes_token, m.fee_rate = coalesce(toFloat(r.details.fee_rate), m.fee_rate)
WITH m, r, is_known
CALL (m, r, is_known) {
  WITH m, r WHERE NOT is_known
  SET m.question = r.question, m.event = r.event.id, m.tracked_since = $now, m.tracked_because = r.tracked_because,
      m.status = r.status, m.resolves_at = r.resolves_at
}
CALL (m, r, is_known) {
  WITH m, r WHERE NOT is_known OR (r.titled AND m.question <> r.question)
  SET m.theater = r.theater, m.region = r.region, m.event_type = r.event_type
  WITH m, r
  UNWIND r.entities AS id
  MATCH (e:Entity {id: id})
  MERGE (m)-[:ABOUT]->(e)
}
CALL (m, r) {
  WITH m, r WHERE r.event IS NOT NULL
  MERGE (v:Event {exchange: r.event.exchange, id: r.event.id})
  WITH m, r, v, coalesce(v.series, r.event.details.series) AS series
  SET v += r.event.details, v.series = series
  MERGE (m)-[rung:RUNG_OF]->(v)
  SET rung.order = r.group_order
}
RETURN sum(CASE WHEN is_known THEN 0 ELSE 1 END) AS created, sum(CASE WHEN is_known THEN 1 ELSE 0 END) AS updated;
