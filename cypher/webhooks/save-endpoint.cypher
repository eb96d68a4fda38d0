// Adds an endpoint, or changes the settings of an existing one; its deliveries are kept.
// mode:    write
// param:   $id        STRING
// param:   $settings  MAP      {url, label, events, entities, theaters, markets, min_ratio, origin}
// param:   $now       INTEGER  UTC ms: events from then on are delivered
// returns: endpoint   MAP
MERGE (e:WebhookEndpoint {id: $id})
  ON CREATE SET e.created_at = $now, e.read_to = $now, e.state = 'on'
SET e += $settings, e.min_ratio = toFloat($settings.min_ratio)
RETURN e {.*} AS endpoint;
