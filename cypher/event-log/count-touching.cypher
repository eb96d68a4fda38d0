// Number of items of each of some entities, from the degree of the node instead of counting links.
// mode:    read
// param:   $entities  LIST<STRING>
// returns: entity STRING, n INTEGER  no row for an unknown entity
UNWIND $entities AS entity
MATCH (e:Entity {id: entity})
RETURN entity, COUNT { (e)<-[:TOUCHES]-() } AS n;
