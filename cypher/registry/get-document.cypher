// A logged document: the canonical text that its record commits to.
// mode:    read
// param:   $id       STRING  id of the document
// returns: document  MAP     {id, kind, text, sha256, made_at, withdrawn, words}
// try:     :param id => 'rb_1'
MATCH (d:LoggedDocument {id: $id})
RETURN d {.id, .kind, .text, .sha256, .made_at, .withdrawn, .words} AS document;
