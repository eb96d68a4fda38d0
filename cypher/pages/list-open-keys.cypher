// Keys of open markets, for the site map.
// mode:    read
// param:   $limit     INTEGER  maximum rows
// returns: exchange   STRING, ticker STRING
// try:     :param limit => 100
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status = 'open' AND m.question IS NOT NULL
RETURN m.exchange AS exchange, m.ticker AS ticker
ORDER BY exchange, ticker
LIMIT $limit;
