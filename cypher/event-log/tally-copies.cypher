// Adds copies to the daily counts of their sources, which tally-days created.
// mode:    write
// param:   $rows  LIST<MAP>  {source, day, n}, sorted
UNWIND $rows AS r
MATCH (d:SourceDay {source: r.source, day: r.day})
SET d.copies = d.copies + r.n;
