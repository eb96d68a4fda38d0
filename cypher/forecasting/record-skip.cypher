// Records a call of the model without a usable answer.
// mode:    write
// param:   $skip  MAP     {id, exchange, ticker, date, at_ms, reason, trigger}
// returns: id     STRING  its id
MERGE (s:Skip {id: $skip.id})
ON CREATE SET s = $skip
RETURN s.id AS id;
