// One paper trade with its prediction and settlement: the exchange's, else for an imported trade the imported.
// mode:    read
// param:   $trade_id   STRING  id of the trade
// returns: trade       MAP     the stored trade
// returns: prediction  MAP?    {made_at, model, direction, question}
// returns: settlement  MAP?    {resolved_at, outcome, settlement_yes_price, status, settled_by, corrections}
// try:     :param trade_id => 't-0'
MATCH (t:Trade {trade_id: $trade_id})
OPTIONAL MATCH (t)-[:FOLLOWS]->(p:Prediction)
OPTIONAL MATCH (s:Settlement {exchange: t.exchange, ticker: t.ticker})
OPTIONAL MATCH (i:ImportedSettlement {exchange: t.exchange, ticker: t.ticker}) WHERE s IS NULL AND t.origin = 'import'
RETURN t {.trade_id, .exchange, .ticker, .side, .status, .opened_at, .entry_price, .entry_mid, .size, .fee_usd, .confidence,
          .probability_yes, .closed_at, .exit_price, .exit_reason, .exit_fee_usd, .net_pnl, .population, .replay_bundle_id,
          .bundle_sha256, .exits} AS trade,
       p {.made_at, .model, .direction, .question} AS prediction,
       CASE WHEN s IS NOT NULL
            THEN s {.resolved_at, .outcome, .settlement_yes_price, .status, .corrections, settled_by: 'exchange'}
            ELSE i {.resolved_at, .outcome, .settlement_yes_price, .status, settled_by: 'import'} END AS settlement;
