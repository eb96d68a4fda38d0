// How often words were taken out of a bundle: tells a set of copies that it is behind.
// mode:    read
// returns: withdrawals INTEGER
MATCH (h:LogHead {id: 'log'})
RETURN COUNT { (h)-[:WITHDREW]->() } AS withdrawals;
