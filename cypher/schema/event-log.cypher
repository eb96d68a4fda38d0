// The event log: items, the entities they touch, their stories, and their counters.
// A TOUCHES link repeats what a listing filters and sorts by. No constraint guards it against being doubled, as it
// would cost a twelfth of all writing: links are made with their item, which is stored once, or under its lock.
CREATE CONSTRAINT item_id IF NOT EXISTS FOR (i:Item) REQUIRE i.id IS UNIQUE;
CREATE CONSTRAINT story_id IF NOT EXISTS FOR (s:Story) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT tally_id IF NOT EXISTS FOR (t:Tally) REQUIRE (t.cluster, t.hour) IS UNIQUE;
CREATE CONSTRAINT entity_day_id IF NOT EXISTS FOR (d:EntityDay) REQUIRE (d.entity, d.day) IS UNIQUE;
CREATE CONSTRAINT source_day_id IF NOT EXISTS FOR (d:SourceDay) REQUIRE (d.source, d.day) IS UNIQUE;
CREATE INDEX touches_at IF NOT EXISTS FOR ()-[t:TOUCHES]-() ON (t.entity, t.at, t.item);
CREATE INDEX touches_source_at IF NOT EXISTS FOR ()-[t:TOUCHES]-() ON (t.entity, t.source_type, t.at, t.item);
CREATE INDEX item_at IF NOT EXISTS FOR (i:Item) ON (i.at, i.id);
CREATE INDEX item_source_type_at IF NOT EXISTS FOR (i:Item) ON (i.source_type, i.at, i.id);
CREATE INDEX item_theater_at IF NOT EXISTS FOR (i:Item) ON (i.theater, i.at, i.id);
CREATE INDEX item_category_at IF NOT EXISTS FOR (i:Item) ON (i.category, i.at, i.id);
CREATE INDEX item_lang_at IF NOT EXISTS FOR (i:Item) ON (i.lang, i.at, i.id);
// src/event-log/search-words.ts splits and folds the texts, so the index only splits at white space.
CREATE FULLTEXT INDEX item_search IF NOT EXISTS FOR (i:Item) ON EACH [i.search] OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace'}};
