// Stores the readings of one tick. A reading equal to the previous one extends it, for at most an hour.
// mode:    write
// param:   $readings  LIST<MAP>  {exchange, ticker, score, source_types, weighted_score}
// param:   $at        INTEGER    when they were computed, UTC ms
// param:   $rule      INTEGER    version of the rule of evidence
// param:   $keep      FLOAT      minimum change of the weighted score for a new reading
UNWIND $readings AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
WHERE m.confluence_at IS NULL OR m.confluence_at < $at
WITH m, r, coalesce(m.confluence_types = r.source_types AND m.confluence_rule = $rule AND abs(m.confluence_since_weighted - r.weighted_score) < $keep
  AND $at - m.confluence_since < 3600000, false) AS same
SET m.confluence_at = $at, m.confluence_rule = $rule, m.confluence_weighted = toFloat(r.weighted_score)
WITH m, r, same, CASE WHEN same THEN m.confluence_since ELSE $at END AS since
MERGE (g:Reading {exchange: r.exchange, ticker: r.ticker, at: since})
  ON CREATE SET g.score = toFloat(r.score), g.source_types = r.source_types, g.weighted_score = toFloat(r.weighted_score), g.rule = $rule
SET g.until = $at
WITH m, r, same WHERE NOT same
SET m.confluence_since = $at, m.confluence_score = toFloat(r.score), m.confluence_types = r.source_types,
    m.confluence_since_weighted = toFloat(r.weighted_score);
