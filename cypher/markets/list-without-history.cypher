// Open markets whose earlier prices were not asked for yet, nearest deadline first.
// mode:    read
// param:   $limit  INTEGER  most rows
// returns: exchange STRING, ticker STRING, yes_token STRING?
MATCH (m:Market {status: 'open'})
WHERE m.history_at IS NULL AND m.question IS NOT NULL
RETURN m.exchange AS exchange, m.ticker AS ticker, m.yes_token AS yes_token
ORDER BY m.resolves_at, m.exchange, m.ticker LIMIT $limit;
