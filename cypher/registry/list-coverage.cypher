// Coverage of every market tracked on one UTC day.
// mode:    read
// param:   $date   STRING  YYYY-MM-DD
// returns: entry   MAP     {exchange, ticker, status, reason}
// try:     :param date => '2026-05-07'
MATCH (c:Coverage {date: $date})
RETURN c {.exchange, .ticker, .status, .reason} AS entry;
