// When each authority and witness first stated a head that contains a record, searched among the smallest such heads of
// each kind, so that the cost does not depend on the record's age.
// mode:    read
// param:   $leaf_index  INTEGER  of the record
// param:   $scan        INTEGER  heads of each kind to read
// returns: kind         STRING   authority or witness
// returns: name         STRING
// returns: time         INTEGER  by its own clock, microseconds UTC
// returns: chain        STRING?  of a time stamp: checked or not checked
// try:     :param leaf_index => 0
// try:     :param scan => 200
CALL () {
  MATCH (t:Timestamp) USING INDEX SEEK t:Timestamp(tree_size) WHERE t.tree_size > $leaf_index
  WITH t ORDER BY t.tree_size LIMIT $scan
  MATCH (c:OutsideClock)-[:GAVE]->(t)
  RETURN c, t.time AS time, t.chain AS chain
  UNION ALL
  MATCH (s:Cosignature) USING INDEX SEEK s:Cosignature(tree_size) WHERE s.tree_size > $leaf_index
  WITH s ORDER BY s.tree_size LIMIT $scan
  MATCH (c:OutsideClock)-[:GAVE]->(s)
  RETURN c, s.time AS time, null AS chain
}
WITH c, time, chain ORDER BY time
WITH c, collect({time: time, chain: chain})[0] AS first
RETURN c.kind AS kind, c.name AS name, first.time AS time, first.chain AS chain
ORDER BY time, kind, name;
