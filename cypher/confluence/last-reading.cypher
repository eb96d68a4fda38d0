// The last reading of a market up to an instant.
// mode:    read
// param:   $exchange  STRING
// param:   $ticker    STRING
// param:   $as_of     INTEGER  UTC ms
// returns: score FLOAT, source_types LIST<STRING>; no row for a market without a reading
MATCH (g:Reading) USING INDEX SEEK g:Reading(exchange, ticker, at)
WHERE g.exchange = $exchange AND g.ticker = $ticker AND g.at <= $as_of
RETURN g.score AS score, g.source_types AS source_types
ORDER BY g.exchange DESC, g.ticker DESC, g.at DESC LIMIT 1;
