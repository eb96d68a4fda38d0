// Closes one open paper trade; a trade that is closed stays as it is.
// mode:    write
// param:   $trade_id     STRING   trade
// param:   $closed_at    STRING   timestamp
// param:   $exit_price   FLOAT    price of the side
// param:   $exit_reason  STRING   settled, take_profit or stop_loss
// param:   $exit_fee_usd FLOAT    fee of the second fill
// param:   $net_pnl      FLOAT    gain or loss, USD
// returns: trade_id      STRING   the trade, when it was open
MATCH (t:Trade {trade_id: $trade_id})
WHERE t.status = 'open'
SET t.status = 'closed', t.open_position = null, t.closed_at = $closed_at, t.exit_price = $exit_price,
    t.exit_reason = $exit_reason, t.exit_fee_usd = $exit_fee_usd, t.net_pnl = $net_pnl
RETURN t.trade_id AS trade_id;
