import type { ManualClock } from './manual-clock';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import { SettlementService } from '../../src/settlement/settlement.service';
import { startTestApp, type TestApp } from './app-harness';
import { startModelServer } from './model-server';

/** When `settleMarketA` reads the outcome, ten minutes after it: UTC microseconds. */
export const SETTLED = Date.UTC(2026, 6, 20, 10, 10) * 1000;

/**
 * The application after one round of forecasts: its model has answered 0.6 for the open Kalshi markets A, B and C,
 * which are priced 0.41 and are due on 1 September 2026.
 */
export const startForecastApp = async (clock: ManualClock): Promise<TestApp> => {
  const model = await startModelServer();
  model.answer = () => ({
    probability_yes: 0.6,
    confidence: 0.8,
    direction: 'ESCALATE',
    reasoning: 'Two independent kinds of source say so, and the price has not moved.',
  });
  const test = await startTestApp({ clock, environment: { anthropicApiKey: 'k', anthropicBaseUrl: model.url } });
  for (const ticker of ['A', 'B', 'C'])
    await test.graph.graph.statement(
      `MERGE (e:Entity {id: 'iran'}) CREATE (m:Market {exchange: 'kalshi', ticker: '${ticker}', question: 'Will ${ticker} happen?', status: 'open',
       resolves_at: '2026-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, quoted_at: ${clock.nowMicros() / 1000}, theater: 'iran', confluence_score: 0.6})-[:ABOUT]->(e)`,
    );
  await test.app.get(ForecastingService).run(new AbortController().signal);
  return {
    ...test,
    close: async () => {
      await test.close();
      model.close();
    },
  };
};

/** The exchange decides market A for YES on 20 July 2026. */
export const settleMarketA = async (test: TestApp, clock: ManualClock): Promise<void> => {
  await test.graph.graph.statement(
    "MATCH (m:Market {ticker: 'A'}) SET m.status = 'settled', m.outcome = 'YES', m.settlement_yes_price = 1.0, m.resolved_at = '2026-07-20T10:00:00.000000Z'",
  );
  clock.set(SETTLED);
  await test.app.get(SettlementService).settleDue();
};
