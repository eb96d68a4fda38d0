// Whether the graph can be read: touches the store, not only the connection.
// mode:    read
// returns: found  BOOLEAN  whether any entity is there
OPTIONAL MATCH (e:Entity)
WITH e LIMIT 1
RETURN e IS NOT NULL AS found;
