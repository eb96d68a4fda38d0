// Unjudged items near the threshold, newest first, each with its markets.
// mode:    read
// param:   $since  INTEGER  earliest event time, UTC ms, inclusive
// param:   $now    INTEGER  UTC ms
// param:   $pairs  INTEGER  maximum pairs of an item and a market
// param:   $tries  INTEGER  maximum unreadable answers per pair
// returns: id, title, summary STRING?, source, at, markets LIST<MAP> {market, question, rules, deadline, relevance, tries}
MATCH (i)-[n:NEAR]->(m:Market) USING INDEX SEEK n:NEAR(at, item)
WHERE n.at >= $since AND n.at <= $now AND n.item IS NOT NULL
WITH i, n, m ORDER BY n.at DESC, n.item DESC LIMIT $pairs
WHERE n.tries < $tries AND m.status = 'open' AND n.seen_at <= $now
WITH i, n, m ORDER BY n.relevance DESC, n.market
WITH i, collect({market: n.market, question: m.question, rules: m.rules, deadline: coalesce(m.deadline, m.resolves_at),
  relevance: n.relevance, tries: n.tries}) AS markets
RETURN i.id AS id, i.title AS title, i.summary AS summary, i.source AS source, i.at AS at, markets
ORDER BY at DESC, id;
