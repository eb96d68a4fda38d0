// Ends a paper trade. One that was ended already ends anew: a correction of its settlement replaces its exit.
// mode:    write
// param:   $trade_id     STRING   trade
// param:   $closed_at    STRING   timestamp
// param:   $exit_price   FLOAT    price of the side
// param:   $exit_reason  STRING   settled, take_profit or stop_loss
// param:   $exit_fee_usd FLOAT    fee of the second fill
// param:   $net_pnl      FLOAT    gain or loss, USD
// param:   $exit_sha256  STRING?  record of this exit; null for an imported trade
// param:   $exits        INTEGER  exits recorded, this one included
// returns: trade_id      STRING   the trade
MATCH (t:Trade {trade_id: $trade_id})
SET t.status = 'closed', t.open_position = null, t.closed_at = $closed_at, t.exit_price = $exit_price,
    t.exit_reason = $exit_reason, t.exit_fee_usd = $exit_fee_usd, t.net_pnl = $net_pnl,
    t.exit_sha256 = $exit_sha256, t.exits = $exits,
    t.settled_by = CASE $exit_reason WHEN 'settled' THEN 'exchange' ELSE null END
RETURN t.trade_id AS trade_id;
