// The unmodified response of an authority.
// mode:    read
// param:   $id    STRING
// returns: token  STRING  DER in base64
// try:     :param id => 'ts-000000000000000000000000'
MATCH (t:Timestamp {id: $id})
RETURN t.token AS token;
