// Items of an entity per day, oldest day first; empty days are omitted.
// mode:    read
// param:   $entity  STRING   id of the entity
// param:   $from    INTEGER  first day, days since the Unix epoch
// param:   $to      INTEGER  last day
// returns: day      INTEGER  days since the Unix epoch
// returns: n        INTEGER
// try:     :param entity => 'iran'
// try:     :param from => 20000
// try:     :param to => 21000
MATCH (d:EntityDay) USING INDEX SEEK d:EntityDay(entity, day)
WHERE d.entity = $entity AND d.day >= $from AND d.day <= $to
WITH d ORDER BY d.entity, d.day
RETURN d.day AS day, d.n AS n;
