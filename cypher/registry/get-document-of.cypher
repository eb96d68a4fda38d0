// The canonical text of the document of a record's hash.
// mode:    read
// param:   $sha256  STRING  64 hex digits
// returns: text     STRING
// try:     :param sha256 => '0000000000000000000000000000000000000000000000000000000000000000'
MATCH (r:Record {sha256: $sha256})-[:COMMITS_TO]->(d:LoggedDocument)
RETURN d.text AS text;
