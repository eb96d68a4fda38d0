// Keeps what each source was worth over the last days, one card a source.
// mode:    write
// param:   $cards  LIST<MAP>  {source, as_of INTEGER (UTC ms), days, items, first_reports, copies, watched_days, silent_days, mean_delay_ms, moves, moves_preceded, median_lead_ms}
UNWIND $cards AS card
MATCH (s:Source {id: card.source})
MERGE (s)-[:HAS_SCORE_CARD]->(c:ScoreCard)
SET c = card;
