// Imported predictions with these ids, with the digest of their import.
// mode:    read
// param:   $ids           LIST<STRING>  ids
// returns: id             STRING
// returns: import_sha256  STRING?
// returns: probability_yes FLOAT, confidence FLOAT
// try:     :param ids => []
UNWIND $ids AS id
MATCH (p:Prediction {id: id})
RETURN p.id AS id, p.import_sha256 AS import_sha256, p.probability_yes AS probability_yes, p.confidence AS confidence;
