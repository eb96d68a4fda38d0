// Updates price, status and terms of tracked markets, and stores every changed quote. A final market is unchanged,
// because other data depends on its settlement. A market newly final at its exchange is only closed until a later look
// confirms it; one of a mass settlement is unchanged until a day has passed. An edited question is stored with its
// rules and deadline, the earlier text, and the instant of the edit.
// mode:    write
// param:   $rows    LIST<MAP>  {exchange, ticker, question, titled, status, stopped, yes_price, yes_bid, yes_ask, bid_size, ask_size, resolves_at, outcome, settlement_yes_price, resolved_at, raw_sha256, doubt, doubted_bid, doubted_ask, details, …}
// param:   $now     INTEGER    time of the look, UTC ms
// param:   $tick    INTEGER    when the tick of the look began, UTC ms
// param:   $mass_before  INTEGER  mass settlements must be older than this, UTC ms
// returns: changed  INTEGER    markets with a changed quote
// returns: settled  LIST<MAP>  {exchange, ticker} of the markets that became final
UNWIND $rows AS r
MATCH (m:Market {exchange: r.exchange, ticker: r.ticker})
WHERE NOT coalesce(m.status, 'open') IN ['settled', 'void']
CALL (m, r) {
  WITH m, r WHERE r.titled AND m.question IS NOT NULL
    AND (m.question <> r.question OR m.rules <> coalesce(r.details.rules, m.rules))
  CREATE (m)-[:WORDED_BEFORE]->(:Wording {question: m.question, rules: m.rules, deadline: m.deadline,
    resolves_at: m.resolves_at, until: $now})
  SET m.question = r.question, m.deadline = null, m.edited_at = $now
}
WITH m, r, CASE WHEN r.status IN ['settled', 'void']
  THEN r.status + ' at ' + coalesce(toString(toFloat(r.settlement_yes_price)), 'no price') END AS word
WITH m, r, word, word IS NOT NULL AND coalesce(m.settling, '') = word
  AND m.settling_since < CASE WHEN r.stopped THEN $mass_before ELSE $tick END AS is_final
WITH m, r, word, is_final, word IS NULL OR is_final AS is_said,
  CASE WHEN word IS NULL OR is_final THEN toFloat(r.yes_price) ELSE m.yes_price END AS price,
  CASE WHEN word IS NULL OR is_final THEN toFloat(r.yes_bid) ELSE m.yes_bid END AS bid,
  CASE WHEN word IS NULL OR is_final THEN toFloat(r.yes_ask) ELSE m.yes_ask END AS ask
WITH m, r, word, is_final, is_said, price, bid, ask,
  coalesce(m.yes_price, -1.0) <> coalesce(price, -1.0)
    OR coalesce(m.yes_bid, -1.0) <> coalesce(bid, -1.0)
    OR coalesce(m.yes_ask, -1.0) <> coalesce(ask, -1.0) AS differs
SET m += r.details,
    m.status = CASE WHEN is_said THEN r.status WHEN r.stopped THEN coalesce(m.status, 'open') ELSE 'closed' END,
    m.yes_price = price, m.yes_bid = bid, m.yes_ask = ask, m.bid_size = r.bid_size, m.ask_size = r.ask_size,
    m.edited_at = CASE WHEN r.resolves_at <> m.resolves_at THEN $now ELSE m.edited_at END,
    m.resolves_at = coalesce(r.resolves_at, m.resolves_at),
    m.outcome = CASE WHEN is_final THEN r.outcome END,
    m.settlement_yes_price = CASE WHEN is_final THEN toFloat(r.settlement_yes_price) END,
    m.resolved_at = CASE WHEN is_final THEN r.resolved_at END,
    m.settling_since = CASE WHEN word IS NULL OR is_final THEN null
      WHEN coalesce(m.settling, '') = word THEN m.settling_since ELSE $tick END,
    m.settling = CASE WHEN is_final THEN null ELSE word END,
    m.quote_doubt = r.doubt, m.doubted_bid = toFloat(r.doubted_bid), m.doubted_ask = toFloat(r.doubted_ask),
    m.raw_sha256 = CASE WHEN is_said THEN coalesce(r.raw_sha256, m.raw_sha256) ELSE m.raw_sha256 END, m.quoted_at = $now
WITH m, price, bid, ask, differs, is_final
CALL (m, price, bid, ask, differs) {
  WITH m, price, bid, ask WHERE differs
  MERGE (q:Quote {exchange: m.exchange, ticker: m.ticker, at: $now})
  SET q.yes_price = price, q.yes_bid = bid, q.yes_ask = ask
}
RETURN sum(CASE WHEN differs THEN 1 ELSE 0 END) AS changed,
       collect(CASE WHEN is_final THEN m {.exchange, .ticker} END) AS settled;
