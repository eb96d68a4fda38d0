// Entities that the items of an alert touch, the most touched first.
// mode:    read
// param:   $id      STRING   id of the alert
// param:   $limit   INTEGER  maximum rows
// returns: id       STRING
// try:     :param {id: '', limit: 10}
MATCH (:Alert {id: $id})-[:RAISED_BY]->(i:Item)-[:TOUCHES]->(e:Entity)
WITH e.id AS id, count(DISTINCT i) AS items
RETURN id ORDER BY items DESC, id LIMIT $limit;
