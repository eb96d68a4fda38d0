// Intents of a time span in log order, with the times of their answers.
// mode:    read
// param:   $dates        LIST<STRING>  UTC days of the span
// param:   $from         STRING        timestamp, included
// param:   $to           STRING        timestamp, excluded
// returns: id            STRING
// returns: text          STRING        the intent, canonical JSON
// returns: asked_at      STRING        when it was logged
// returns: answered_at   STRING?       when its first bundle was
// try:     :param dates => ['2026-05-06', '2026-05-07']
// try:     :param from => '2026-05-06T23:00:00.000000Z'
// try:     :param to => '2026-05-07T23:00:00.000000Z'
UNWIND $dates AS date
MATCH (r:Record {date: date}) WHERE r.leaf_index >= 0 AND r.kind = 'intent' AND r.made_at >= $from AND r.made_at < $to
MATCH (r)-[:COMMITS_TO]->(d:LoggedDocument)
OPTIONAL MATCH (b:Bundle)-[:ANSWERS]->(d)
WITH r, d, min(b.made_at) AS answered_at
RETURN d.id AS id, d.text AS text, r.made_at AS asked_at, answered_at
ORDER BY r.leaf_index;
