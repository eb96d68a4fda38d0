// How does the one lead the other?
// The entities that an instrument anticipates, and how they are connected to the country.
// mode:    read
// param:   $instrument  STRING   id of an instrument
// param:   $country     STRING   id of a country
// returns: path         PATH
// try:     :param instrument => 'brent'
// try:     :param country => 'iran'
MATCH path = (:Entity {id: $instrument})-[:LEADING_INDICATOR_FOR]->(:Entity)-[:LOCATED_IN|BORDERS|OPERATES_IN|ALLIED_WITH|HOSTILE_TO]-{0,2}(:Entity {id: $country})
RETURN path ORDER BY length(path) LIMIT 25;
