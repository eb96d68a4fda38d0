// One alert with the reports that raised it, the first one first.
// mode:    read
// param:   $id     STRING
// param:   $limit  INTEGER  most reports
// returns: alert MAP, items LIST<MAP> {id, title, lang, source, source_type, publisher, url, at}
MATCH (a:Alert {id: $id})
RETURN a {.*} AS alert,
  COLLECT {
    MATCH (a)-[:RAISED_BY]->(i:Item)
    RETURN i {.id, .title, .lang, .source, .source_type, .publisher, .url, .at} ORDER BY i.at, i.id LIMIT $limit
  } AS items;
