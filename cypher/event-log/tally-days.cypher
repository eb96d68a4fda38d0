// Adds new items to the daily counts of their entities, by event time, and of their sources, by day of arrival.
// mode:    write
// param:   $entities  LIST<MAP>  {entity, day, n}, sorted
// param:   $sources   LIST<MAP>  {source, source_type, day, items, delay_ms, dated, last_at}, sorted
CALL () {
  UNWIND $entities AS r
  MERGE (d:EntityDay {entity: r.entity, day: r.day})
    ON CREATE SET d.n = r.n
    ON MATCH SET d.n = d.n + r.n
}
CALL () {
  UNWIND $sources AS r
  MERGE (d:SourceDay {source: r.source, day: r.day})
    ON CREATE SET d.source_type = r.source_type, d.items = 0, d.copies = 0, d.delay_ms = 0, d.dated = 0, d.last_at = 0
  SET d.items = d.items + r.items, d.delay_ms = d.delay_ms + r.delay_ms,
      d.dated = d.dated + r.dated, d.last_at = CASE WHEN r.last_at > d.last_at THEN r.last_at ELSE d.last_at END
};
