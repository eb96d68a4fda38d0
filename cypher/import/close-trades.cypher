// Closes open imported paper trades of settled markets; settlement has no fee.
// mode:    write
// param:   $rows    LIST<MAP>  {trade_id, closed_at, exit_price, net_pnl, settled_by}
// returns: closed   INTEGER    how many
UNWIND $rows AS r
MATCH (t:Trade {trade_id: r.trade_id})
WHERE t.status = 'open'
SET t.status = 'closed', t.open_position = null, t.closed_at = r.closed_at, t.exit_price = toFloat(r.exit_price),
    t.exit_reason = 'settled', t.exit_fee_usd = 0.0, t.net_pnl = toFloat(r.net_pnl),
    t.settled_by = r.settled_by
RETURN count(t) AS closed;
