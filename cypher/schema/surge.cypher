// Surges: clusters of entities, watched hours, and alerts.
CREATE CONSTRAINT cluster_id IF NOT EXISTS FOR (c:Cluster) REQUIRE c.id IS UNIQUE;
CREATE CONSTRAINT watched_hour IF NOT EXISTS FOR (c:WatchedHour) REQUIRE c.hour IS UNIQUE;
CREATE CONSTRAINT alert_id IF NOT EXISTS FOR (a:Alert) REQUIRE a.id IS UNIQUE;
CREATE INDEX alert_opened IF NOT EXISTS FOR (a:Alert) ON (a.opened_at, a.id);
CREATE INDEX alert_cluster_opened IF NOT EXISTS FOR (a:Alert) ON (a.cluster, a.opened_at, a.id);
CREATE INDEX alert_active_opened IF NOT EXISTS FOR (a:Alert) ON (a.active, a.opened_at, a.id);
CREATE INDEX source_day_day IF NOT EXISTS FOR (d:SourceDay) ON (d.day, d.source);
