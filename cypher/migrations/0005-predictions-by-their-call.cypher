// Predictions of one call are tied to the first of them. The bundle of each names them all, in the order in which the
// model was shown them; a bundle is canonical JSON, in whose texts no quote stands without a backslash before it.
MATCH (d:LoggedDocument {kind: 'bundle'})
WHERE d.text CONTAINS '"joint":[{'
WITH d, [part IN split(split(split(d.text, '"joint":[{')[1], '}]')[0], '"bundle_id":"')[1..] | split(part, '"')[0]] AS ids
MATCH (p:Prediction {id: d.id})
SET p.asked_with = size(ids), p.exclusive = d.text CONTAINS '"group":{"exclusive":true,'
WITH p, ids[0] AS first
MATCH (f:Prediction {id: first}) WHERE f.id <> p.id
MERGE (p)-[:ASKED_WITH]->(f);
