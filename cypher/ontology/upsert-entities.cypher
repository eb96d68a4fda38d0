// Writes entities of the seed. Null removes a property.
// mode:    write
// param:   $entities  LIST<MAP>  {id, properties, location: {lat, lon} or null}
UNWIND $entities AS row
MERGE (e:Entity {id: row.id})
SET e += row.properties,
    e.retired = null,
    e.location = CASE WHEN row.location IS NULL THEN null
                      ELSE point({latitude: row.location.lat, longitude: row.location.lon}) END;
