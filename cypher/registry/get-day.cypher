// The sealed file of one UTC day.
// mode:    read
// param:   $date   STRING  YYYY-MM-DD
// returns: text    STRING  its bytes
// returns: sha256  STRING  64 hex digits
// try:     :param date => '2026-05-07'
MATCH (f:DayFile {date: $date})
RETURN f.text AS text, f.sha256 AS sha256;
