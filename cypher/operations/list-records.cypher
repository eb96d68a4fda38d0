// All that cannot be read again from the upstreams, for a backup: the log with its documents, forecasts, markets, the
// ontology and the operator's own data; and of the items those of bundles and alerts. Left out are other items, stories,
// quotes, scores, sources and counters by hour or day.
// mode:    read
// scans:   Alert, ApiKey, CONTAINS, Capture, ChainEntry, Cluster, Cosignature, Coverage, DayFile, DaySpending, Entity, Event, ImportedFile, ImportedSettlement, LogHead, LoggedDocument, Market, MergedEntity, Migration, ModelBudget, Move, OutsideClock, PaidRequest, Prediction, RAISED_BY, Record, SeedLock, Settlement, ShadowPrediction, Skip, Timestamp, Trade, TreeNode, WebhookDelivery, WebhookEndpoint, Wording
// returns: id STRING, labels LIST<STRING>, properties MAP
// returns: types LIST<MAP>  {name, type} of the properties that JSON has no type for
// returns: out LIST<MAP>    {to STRING, type, properties, types} its relationships; some lead to nodes that are left out
CALL () {
  MATCH (n:Alert|ApiKey|Capture|ChainEntry|Cluster|Cosignature|Coverage|DayFile|DaySpending|Entity|Event|ImportedFile|
    ImportedSettlement|LogHead|LoggedDocument|Market|MergedEntity|Migration|ModelBudget|Move|OutsideClock|PaidRequest|
    Prediction|Record|SeedLock|Settlement|ShadowPrediction|Skip|Timestamp|Trade|TreeNode|WebhookDelivery|
    WebhookEndpoint|Wording)
  RETURN n
  UNION ALL
  MATCH (:Bundle|Alert)-[:CONTAINS|RAISED_BY]->(i:Item)
  WITH DISTINCT i
  OPTIONAL MATCH (i)-[:WAS|REPORTS]->(beside)
  UNWIND [i, beside] AS n
  WITH DISTINCT n WHERE n IS NOT NULL
  RETURN n
}
WITH n, ['STRING NOT NULL', 'INTEGER NOT NULL', 'BOOLEAN NOT NULL', 'LIST<NOTHING> NOT NULL',
  'LIST<STRING NOT NULL> NOT NULL', 'LIST<INTEGER NOT NULL> NOT NULL', 'LIST<BOOLEAN NOT NULL> NOT NULL'] AS plain
// Without `history_at` the prices of a market are read again.
RETURN elementId(n) AS id, labels(n) AS labels, n {.*, history_at: null} AS properties,
  [k IN keys(n) WHERE NOT valueType(n[k]) IN plain | {name: k, type: valueType(n[k])}] AS types,
  COLLECT {
    MATCH (n)-[r]->(m)
    RETURN {to: elementId(m), type: type(r), properties: properties(r),
      types: [k IN keys(r) WHERE NOT valueType(r[k]) IN plain | {name: k, type: valueType(r[k])}]}
  } AS out;
