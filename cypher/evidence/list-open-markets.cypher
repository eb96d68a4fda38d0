// Open markets, with the digest of their last judgement.
// mode:    read
// returns: exchange, ticker, question, rules STRING?, deadline STRING?, judged STRING?
MATCH (m:Market) USING INDEX SEEK m:Market(status)
WHERE m.status IN ['unopened', 'open', 'paused', 'closed', 'disputed'] AND m.question IS NOT NULL
RETURN m.exchange AS exchange, m.ticker AS ticker, m.question AS question, m.rules AS rules,
  coalesce(m.deadline, m.resolves_at) AS deadline, m.evidence_judged AS judged
ORDER BY exchange, ticker;
