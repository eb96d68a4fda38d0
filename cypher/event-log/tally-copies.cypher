// Counts what sources repeated after others into the days of its arrival, which tally-days made.
// mode:    write
// param:   $rows  LIST<MAP>  {source, day, n}, sorted
UNWIND $rows AS r
MATCH (d:SourceDay {source: r.source, day: r.day})
SET d.copies = d.copies + r.n;
