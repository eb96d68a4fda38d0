// Bundles with withdrawn texts, as served now.
// mode:    read
// returns: document  MAP  {id, kind, text, sha256, made_at, withdrawn, words}
MATCH (:LogHead {id: 'log'})-[:WITHDREW]->(d:LoggedDocument)
WITH DISTINCT d ORDER BY d.id
RETURN d {.id, .kind, .text, .sha256, .made_at, .withdrawn, .words} AS document;
