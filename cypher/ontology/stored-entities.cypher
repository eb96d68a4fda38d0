// All entities as stored by the last seed, for comparison with the next.
// mode:    read
// scans:   Entity
// returns: entity MAP, retired BOOLEAN
MATCH (e:Entity)
RETURN e {.id, .type, .name, .aliases, .names, .theater, .description, .wikidata_id, .iso_code, .capital, .location,
          .radius_km, .symbol, .since, .until, .search} AS entity,
       coalesce(e.retired, false) AS retired
ORDER BY e.id;
