// Closes paper trades. A closed one is closed again: a correction of its settlement replaces its exit.
// mode:    write
// param:   $rows     LIST<MAP>  {trade_id, closed_at (timestamp), exit_price (of the side), exit_reason (settled, take_profit or stop_loss), exit_fee_usd (of the second fill), net_pnl (gain or loss, USD), exit_sha256 (record of this exit; null for an imported trade), exits (recorded, this one included)}
// returns: trade_id  STRING     of each
UNWIND $rows AS row
MATCH (t:Trade {trade_id: row.trade_id})
SET t.status = 'closed', t.open_position = null, t.closed_at = row.closed_at, t.exit_price = toFloat(row.exit_price),
    t.exit_reason = row.exit_reason, t.exit_fee_usd = toFloat(row.exit_fee_usd), t.net_pnl = toFloat(row.net_pnl),
    t.exit_sha256 = row.exit_sha256, t.exits = row.exits,
    t.settled_by = CASE row.exit_reason WHEN 'settled' THEN 'exchange' ELSE null END
RETURN t.trade_id AS trade_id;
