// Stores the digest of markets' judgements, and removes the window's outdated links, except a judge's verdicts: those end
// with the question that was judged.
// mode:    write
// param:   $markets  LIST<MAP>  {exchange, ticker, market (<exchange>/<ticker>), judged STRING, items LIST<STRING> that count}
// param:   $since    INTEGER    start of the window, UTC ms
UNWIND $markets AS row
MATCH (m:Market {exchange: row.exchange, ticker: row.ticker})
WITH m, row, coalesce(m.evidence_question <> m.question, false) AS isEdited
SET m.evidence_judged = row.judged, m.evidence_question = m.question
WITH row, isEdited
CALL (row, isEdited) {
  MATCH ()-[e:EVIDENCE]->() USING INDEX SEEK e:EVIDENCE(market, at, item)
  WHERE e.market = row.market AND e.at >= $since AND e.item IS NOT NULL
  WITH e, e.item IN row.items AS counts, isEdited OR e.judged IS NULL AS isFree
  WHERE isFree AND NOT (counts AND e.judged IS NULL)
  FOREACH (_ IN CASE WHEN counts THEN [1] ELSE [] END | REMOVE e.judged, e.judged_at, e.judged_relevance, e.reason, e.judge, e.prompt)
  FOREACH (_ IN CASE WHEN counts THEN [] ELSE [1] END | DELETE e)
};
