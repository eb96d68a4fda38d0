// All markets that can be forecast, with score, price and the time of the last prediction or skip.
// mode:    read
// param:   $now     STRING  timestamp; a market is left out when its end date at the exchange and the deadline of its own text
//          have both passed: a ladder often keeps the end date of its first rung
// param:   $since   INTEGER  start of the evidence of a market that was never predicted, UTC ms
// returns: market   MAP     the market's properties: event, question, rules, quote, score, triggers
// returns: last     MAP?    newest prediction {made_at, market_yes_price}
// returns: skipped  INTEGER?  when the newest skip was, UTC ms
// returns: newEvidence FLOAT  summed relevance of the evidence that arrived since the last prediction
MATCH (m:Market)
WHERE m.status = 'open' AND m.question IS NOT NULL AND m.resolves_at IS NOT NULL
  AND (m.resolves_at > $now OR m.deadline > $now)
CALL (m) {
  OPTIONAL MATCH (p:Prediction {exchange: m.exchange, ticker: m.ticker})
  WHERE p.made_at IS NOT NULL AND p.origin = 'pipeline'
  RETURN p {.made_at, .made_at_ms, .market_yes_price} AS last ORDER BY p.made_at DESC LIMIT 1
}
CALL (m) {
  OPTIONAL MATCH (s:Skip {exchange: m.exchange, ticker: m.ticker})
  WHERE s.at_ms IS NOT NULL
  RETURN max(s.at_ms) AS skipped
}
CALL (m, last) {
  WITH m, CASE WHEN coalesce(last.made_at_ms, 0) > $since THEN last.made_at_ms ELSE $since END AS since
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, at, item)
  WHERE e.market = m.exchange + '/' + m.ticker AND e.at >= since AND e.item IS NOT NULL
  RETURN sum(coalesce(e.judged_relevance, e.relevance)) AS newEvidence
}
CALL (m) {
  OPTIONAL MATCH (:Alert {id: m.reevaluate_reason})-[:RAISED_BY]->()-[e:EVIDENCE]->(m)
  WHERE coalesce(e.judged, 1) > 0
  RETURN sum(e.relevance) AS bearing
}
RETURN m {.exchange, .ticker, .event, .question, .resolves_at, .theater, .event_type, .yes_price, .yes_bid, .yes_ask,
          .confluence_score, .reevaluate_at, .reevaluate_reason, reevaluate_relevance: bearing, .tracked_since,
          .deadline, .opens_at, .closes_at, .expected_resolution_at, .rules, .rules_secondary, .resolution_source,
          .strike, .group_title, .bid_size, .ask_size, .volume, .volume_24h, .liquidity, .open_interest, .quoted_at,
          .raw_sha256, .yes_token, .fee_rate, .fee_exponent} AS market, last, skipped, newEvidence
ORDER BY m.exchange, m.ticker;
