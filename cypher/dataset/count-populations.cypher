// Number of predictions of each population, by state.
// mode:    read
// scans:   Prediction, ImportedFile
// returns: population    STRING
// returns: n_registered  INTEGER   all of them: the sum of the next three
// returns: n_resolved    INTEGER   settled YES or NO
// returns: n_open        INTEGER   not settled
// returns: n_void        INTEGER   settled without a decision
// returns: n_records     INTEGER   rows of the dataset 0.1.0: settled at a price
// returns: n_refused     INTEGER   lines of its imported files that were refused, later mended ones too
// returns: graded_at_ms  INTEGER?  newest grade, UTC ms
MATCH (p:Prediction)
WHERE p.population IS NOT NULL
WITH p.population AS population, count(*) AS n_registered,
       sum(CASE p.state WHEN 'resolved' THEN 1 ELSE 0 END) AS n_resolved,
       sum(CASE p.state WHEN 'open' THEN 1 ELSE 0 END) AS n_open,
       sum(CASE p.state WHEN 'void' THEN 1 ELSE 0 END) AS n_void,
       sum(CASE WHEN p.state IN ['resolved', 'void'] AND p.settlement_yes_price IS NOT NULL AND p.model = 'claude' THEN 1 ELSE 0 END) AS n_records,
       max(p.graded_at_ms) AS graded_at_ms
CALL (population) {
  MATCH (f:ImportedFile {population: population})
  RETURN coalesce(sum(f.refused), 0) AS n_refused
}
RETURN population, n_registered, n_resolved, n_open, n_void, n_records, n_refused, graded_at_ms
ORDER BY population;
