// Stores the digest of markets' judgements, and removes the window's outdated links, except a judge's verdicts.
// mode:    write
// param:   $markets  LIST<MAP>  {exchange, ticker, market (<exchange>/<ticker>), judged STRING, items LIST<STRING> that count}
// param:   $since    INTEGER    start of the window, UTC ms
UNWIND $markets AS row
MATCH (m:Market {exchange: row.exchange, ticker: row.ticker})
SET m.evidence_judged = row.judged
WITH row
CALL (row) {
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, at, item)
  WHERE e.market = row.market AND e.at >= $since AND e.item IS NOT NULL AND NOT e.item IN row.items AND e.judged IS NULL
  DELETE e
};
