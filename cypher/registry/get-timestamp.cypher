// The response of an authority, as it was received.
// mode:    read
// param:   $id    STRING
// returns: token  STRING  DER in base64
// try:     :param id => 'ts-000000000000000000000000'
MATCH (t:Timestamp {id: $id})
RETURN t.token AS token;
