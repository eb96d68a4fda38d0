// Markets that are still open and about no entity: nothing can count for them.
// mode:    read
// returns: exchange, ticker
MATCH (m:Market)
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void'] AND NOT EXISTS { (m)-[:ABOUT]->() }
RETURN m.exchange AS exchange, m.ticker AS ticker;
