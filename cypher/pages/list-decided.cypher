// Markets of one status, last decided first, after a position. Reads every market of the status once.
// mode:    read
// param:   $status           STRING   settled or void
// param:   $exchange         STRING?  only of this exchange
// param:   $theater          STRING?  only of this theater
// param:   $min_score        FLOAT?   minimum confluence
// param:   $before           STRING   the page starts before this instant, UTC, RFC 3339
// param:   $before_exchange  STRING   or at it and after this exchange
// param:   $before_ticker    STRING   and this ticker; empty for the first page
// param:   $limit            INTEGER  maximum rows
// returns: exchange STRING, ticker STRING, resolved_at STRING, empty where it is not known
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = $status AND m.question IS NOT NULL
  AND ($exchange IS NULL OR m.exchange = $exchange)
  AND ($theater IS NULL OR m.theater = $theater)
  AND ($min_score IS NULL OR coalesce(m.confluence_score, 0.0) >= $min_score)
WITH m, coalesce(m.resolved_at, '') AS resolved_at
WHERE resolved_at < $before OR (resolved_at = $before
  AND (m.exchange > $before_exchange OR (m.exchange = $before_exchange AND m.ticker > $before_ticker)))
RETURN m.exchange AS exchange, m.ticker AS ticker, resolved_at
ORDER BY resolved_at DESC, exchange, ticker LIMIT $limit;
