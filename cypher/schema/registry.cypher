// The log and its sealed days. Uniqueness is what keeps one chain when two instances seal at once.
CREATE CONSTRAINT log_head_id IF NOT EXISTS FOR (h:LogHead) REQUIRE h.id IS UNIQUE;
CREATE CONSTRAINT record_leaf_index IF NOT EXISTS FOR (r:Record) REQUIRE r.leaf_index IS UNIQUE;
CREATE CONSTRAINT record_sha256 IF NOT EXISTS FOR (r:Record) REQUIRE r.sha256 IS UNIQUE;
CREATE CONSTRAINT logged_document_id IF NOT EXISTS FOR (d:LoggedDocument) REQUIRE d.id IS UNIQUE;
CREATE CONSTRAINT bundle_id IF NOT EXISTS FOR (b:Bundle) REQUIRE b.id IS UNIQUE;
CREATE CONSTRAINT tree_node_id IF NOT EXISTS FOR (n:TreeNode) REQUIRE (n.level, n.index) IS UNIQUE;
CREATE CONSTRAINT day_file_date IF NOT EXISTS FOR (f:DayFile) REQUIRE f.date IS UNIQUE;
CREATE CONSTRAINT chain_entry_date IF NOT EXISTS FOR (c:ChainEntry) REQUIRE c.date IS UNIQUE;
CREATE CONSTRAINT chain_entry_seq IF NOT EXISTS FOR (c:ChainEntry) REQUIRE c.seq IS UNIQUE;
CREATE CONSTRAINT chain_entry_prev_hash IF NOT EXISTS FOR (c:ChainEntry) REQUIRE c.prev_hash IS UNIQUE;
CREATE CONSTRAINT capture_url IF NOT EXISTS FOR (c:Capture) REQUIRE c.url IS UNIQUE;
CREATE INDEX record_date IF NOT EXISTS FOR (r:Record) ON (r.date, r.leaf_index);
CREATE INDEX record_kind IF NOT EXISTS FOR (r:Record) ON (r.kind, r.leaf_index);
CREATE INDEX coverage_date IF NOT EXISTS FOR (c:Coverage) ON (c.date);
CREATE INDEX capture_due IF NOT EXISTS FOR (c:Capture) ON (c.open, c.due_at);
CREATE INDEX capture_date IF NOT EXISTS FOR (c:Capture) ON (c.date, c.state);
