// Evidence links of items to markets. A link repeats the properties that listings filter and sort by, like TOUCHES.
CREATE INDEX evidence_at IF NOT EXISTS FOR ()-[e:EVIDENCE]-() ON (e.market, e.at, e.item);
CREATE INDEX evidence_source_at IF NOT EXISTS FOR ()-[e:EVIDENCE]-() ON (e.market, e.source_type, e.at, e.item);
// Pairs to be judged, newest first.
CREATE INDEX near_at IF NOT EXISTS FOR ()-[n:NEAR]-() ON (n.at, n.item);
