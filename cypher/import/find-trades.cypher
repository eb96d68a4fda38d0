// Trades with these ids, with the digest of their import.
// mode:    read
// param:   $ids           LIST<STRING>  ids
// returns: id             STRING
// returns: import_sha256  STRING?
// try:     :param ids => []
UNWIND $ids AS id
MATCH (t:Trade {trade_id: id})
RETURN t.trade_id AS id, t.import_sha256 AS import_sha256;
