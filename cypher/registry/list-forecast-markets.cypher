// Markets with a logged forecast on one UTC day.
// mode:    read
// param:   $date     STRING  YYYY-MM-DD
// returns: exchange  STRING
// returns: ticker    STRING
// try:     :param date => '2026-05-07'
MATCH (r:Record) WHERE r.date = $date AND r.leaf_index >= 0
MATCH (p:Prediction {id: r.id})
RETURN DISTINCT p.exchange AS exchange, p.ticker AS ticker
ORDER BY exchange, ticker;
