// Number of withdrawals, which shows whether copies are outdated.
// mode:    read
// returns: withdrawals INTEGER
MATCH (h:LogHead {id: 'log'})
RETURN COUNT { (h)-[:WITHDREW]->() } AS withdrawals;
