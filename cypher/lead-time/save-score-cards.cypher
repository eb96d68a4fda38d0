// Stores the score-card of each source over the last days.
// mode:    write
// param:   $cards  LIST<MAP>  {source, as_of INTEGER (UTC ms), days, items, first_reports, copies, watched_days, silent_days, mean_delay_ms, moves, moves_preceded, median_lead_ms}
UNWIND $cards AS card
MATCH (s:Source {id: card.source})
MERGE (s)-[:HAS_SCORE_CARD]->(c:ScoreCard)
SET c = card;
