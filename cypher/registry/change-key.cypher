// Changes the key that signs heads of the log, if the current key is the expected one.
// mode:    write
// param:   $rows      LIST<MAP>  {previous, vkey}: public keys, the one in force and the next
// returns: changed    INTEGER    how many heads: 1, or 0 where another key is in force
// try:     :param rows => [{previous: 'log.example+00000000+AA==', vkey: 'log.example+00000001+AA=='}]
UNWIND $rows AS row
MATCH (h:LogHead {id: 'log'})
WHERE h.vkey = row.previous
SET h.vkey = row.vkey
RETURN count(*) AS changed;
