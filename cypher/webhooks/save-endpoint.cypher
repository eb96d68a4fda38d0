// Adds an endpoint, or gives one that is there other settings; what it has been told of stays.
// mode:    write
// param:   $id        STRING
// param:   $settings  MAP      {url, label, events, entities, theaters, markets, min_ratio, origin}
// param:   $now       INTEGER  UTC ms: events from here on are told
// returns: endpoint   MAP
MERGE (e:WebhookEndpoint {id: $id})
  ON CREATE SET e.created_at = $now, e.read_to = $now, e.state = 'on'
SET e += $settings, e.min_ratio = toFloat($settings.min_ratio)
RETURN e {.*} AS endpoint;
