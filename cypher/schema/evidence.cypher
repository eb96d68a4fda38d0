// Which items bear on which market. A link repeats what a listing filters and sorts by, as TOUCHES does.
CREATE INDEX evidence_at IF NOT EXISTS FOR ()-[e:EVIDENCE]-() ON (e.market, e.at, e.item);
CREATE INDEX evidence_source_at IF NOT EXISTS FOR ()-[e:EVIDENCE]-() ON (e.market, e.source_type, e.at, e.item);
// Pairs that a judge is to be asked about, newest first.
CREATE INDEX near_at IF NOT EXISTS FOR ()-[n:NEAR]-() ON (n.at, n.item);
