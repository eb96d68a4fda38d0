// Predictions, skips, coverage and paper trades.
CREATE CONSTRAINT prediction_id IF NOT EXISTS FOR (p:Prediction) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT shadow_prediction_id IF NOT EXISTS FOR (p:ShadowPrediction) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT skip_id IF NOT EXISTS FOR (s:Skip) REQUIRE s.id IS UNIQUE;
CREATE CONSTRAINT coverage_market_day IF NOT EXISTS FOR (c:Coverage) REQUIRE (c.date, c.exchange, c.ticker) IS UNIQUE;
CREATE CONSTRAINT trade_id IF NOT EXISTS FOR (t:Trade) REQUIRE t.trade_id IS UNIQUE;
CREATE CONSTRAINT trade_open_position IF NOT EXISTS FOR (t:Trade) REQUIRE t.open_position IS UNIQUE;
CREATE CONSTRAINT model_budget_day IF NOT EXISTS FOR (b:ModelBudget) REQUIRE b.date IS UNIQUE;
CREATE INDEX prediction_market_time IF NOT EXISTS FOR (p:Prediction) ON (p.exchange, p.ticker, p.made_at);
CREATE INDEX prediction_time IF NOT EXISTS FOR (p:Prediction) ON (p.made_at, p.id);
CREATE INDEX prediction_state IF NOT EXISTS FOR (p:Prediction) ON (p.state, p.made_at);
CREATE INDEX skip_market_time IF NOT EXISTS FOR (s:Skip) ON (s.exchange, s.ticker, s.at_ms);
CREATE INDEX trade_time IF NOT EXISTS FOR (t:Trade) ON (t.opened_at, t.trade_id);
CREATE INDEX trade_status IF NOT EXISTS FOR (t:Trade) ON (t.status, t.opened_at);
CREATE INDEX trade_market IF NOT EXISTS FOR (t:Trade) ON (t.exchange, t.ticker);
CREATE INDEX market_status IF NOT EXISTS FOR (m:Market) ON (m.status);
