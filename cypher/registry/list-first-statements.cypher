// The complete first statement of each authority and witness on a head that contains a record, searched among the
// smallest such heads of each kind, so that the cost does not depend on the record's age.
// mode:    read
// param:   $leaf_index  INTEGER  of the record
// param:   $scan        INTEGER  heads of each kind to read
// returns: timestamp    MAP?     {id, tree_size, root_hash, note, time, accuracy, signer, policy, serial, chain, token, authority} of an authority, else null
// returns: cosignature  MAP?     {id, tree_size, root_hash, note, line, time, witness} of a witness, else null
// try:     :param leaf_index => 0
// try:     :param scan => 200
CALL () {
  MATCH (t:Timestamp) USING INDEX SEEK t:Timestamp(tree_size) WHERE t.tree_size > $leaf_index
  WITH t ORDER BY t.tree_size LIMIT $scan
  MATCH (c:OutsideClock)-[:GAVE]->(t)
  RETURN c, t AS given, t {.*, authority: c.url} AS timestamp, null AS cosignature
  UNION ALL
  MATCH (s:Cosignature) USING INDEX SEEK s:Cosignature(tree_size) WHERE s.tree_size > $leaf_index
  WITH s ORDER BY s.tree_size LIMIT $scan
  MATCH (c:OutsideClock)-[:GAVE]->(s)
  RETURN c, s AS given, null AS timestamp, s {.*, witness: c.name} AS cosignature
}
WITH c, given, timestamp, cosignature ORDER BY given.tree_size, given.time
WITH c, collect({time: given.time, timestamp: timestamp, cosignature: cosignature})[0] AS first
RETURN first.timestamp AS timestamp, first.cosignature AS cosignature
ORDER BY first.time, c.id;
