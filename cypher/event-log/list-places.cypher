// Entities of type place with a location that items touch.
// mode:    read
// param:   $ids     LIST<STRING>  ids of items
// returns: item     STRING
// returns: places   LIST<MAP>     {lat, lon}, WGS 84 degrees
// try:     :param ids => []
UNWIND $ids AS id
MATCH (i:Item {id: id})-[:TOUCHES]->(e:Entity {type: 'place'}) USING INDEX SEEK i:Item(id)
WHERE e.location IS NOT NULL
WITH id, e ORDER BY e.id
RETURN id AS item, collect({lat: e.location.latitude, lon: e.location.longitude}) AS places;
