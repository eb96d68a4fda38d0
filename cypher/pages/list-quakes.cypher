// Earthquakes and explosions of the last hours with a location, newest first.
// mode:    read
// param:   $since  INTEGER  UTC ms
// param:   $now    INTEGER  UTC ms
// param:   $limit  INTEGER  maximum rows
// returns: id STRING, title STRING, latitude FLOAT, longitude FLOAT
MATCH (i:Item) USING INDEX SEEK i:Item(source_type, at, id)
WHERE i.source_type = 'seismic' AND i.at >= $since AND i.at <= $now AND i.id IS NOT NULL
  AND i.attr_lat IS NOT NULL AND i.attr_lon IS NOT NULL
RETURN i.id AS id, i.title AS title, i.attr_lat AS latitude, i.attr_lon AS longitude
ORDER BY i.source_type DESC, i.at DESC, i.id DESC LIMIT $limit;
