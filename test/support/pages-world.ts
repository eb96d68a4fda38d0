import { ManualClock } from './manual-clock';
import { SOURCE_TYPES } from '../../src/platform/common/source-type';
import { AlertRepository } from '../../src/surge/alert.repository';
import { ConfluenceService } from '../../src/confluence/confluence.service';
import { EventLogService } from '../../src/event-log/event-log.service';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import { LeadTimeService } from '../../src/lead-time/lead-time.service';
import { SeedService } from '../../src/ontology/seed.service';
import { ImportService } from '../../src/import/import.service';
import { SettlementService } from '../../src/settlement/settlement.service';
import { startTestApp, type TestApp } from './app-harness';
import { importedWorld } from './imported-world';
import { anItem, linkEvidence } from './item-builder';
import { startModelServer } from './model-server';

/** 1 August 2026, noon UTC. */
export const PAGES_NOW = Date.UTC(2026, 7, 1, 12);

/** The day of the log on which the forecasts were recorded. */
export const LOG_DAY = '2026-08-01';

const HOUR = 3_600_000;

/** Texts of a feed that might break a page. */
export const HOSTILE_TITLES = [
  '<script>document.title = "owned"</script> tanker seized',
  '"><img src="x" onerror="document.title=1"> Iran & Oman',
  "'; javascript:alert(1) // `${7*7}` {{7*7}}",
  'הודעה <b>bold</b> — ایران \u202E gnissim',
  `A headline without any space: ${'Überlänge'.repeat(22)}`,
] as const;

export interface PagesWorld extends TestApp {
  /** Id of a trade of this deployment, with its proof. */
  readonly tradeId: string;
  /** Id of the replay bundle of a forecast. */
  readonly bundleId: string;
  /** Id of a surge alert. */
  readonly alertId: string;
}

/** The whole service with items, markets, forecasts and trades, some of them written to break a page. */
export const openPagesWorld = async (): Promise<PagesWorld> => {
  const model = await startModelServer();
  model.answer = () => ({
    probability_yes: 0.6,
    confidence: 0.8,
    direction: 'ESCALATE',
    reasoning: `Two kinds of source say so [1], and nobody else [99].\n\n${HOSTILE_TITLES.join('\n')}`,
  });
  const test = await startTestApp({
    clock: new ManualClock(PAGES_NOW * 1000),
    environment: { demo: true, anthropicApiKey: 'k', anthropicBaseUrl: model.url },
  });
  const { app } = test;
  await app.get(SeedService).load();
  await addItems(app.get(EventLogService));
  await addMarkets(test);
  await linkEvidence(test.graph.graph);
  await addAlert(test);
  await app.get(ConfluenceService).computeAll(PAGES_NOW);
  await app.get(LeadTimeService).recordMoves(PAGES_NOW);
  await test.graph.graph.statement(`MATCH (m:Market) SET m.quoted_at = ${PAGES_NOW}`);
  await app.get(ForecastingService).run(new AbortController().signal);
  await addAnswersBeside(test);
  await settleFirst(test);
  await addTerms(test);
  await addImports(app.get(ImportService));
  const own = (await (await test.get('/api/receipts?population=own')).json()) as {
    readonly trade_id: string;
  }[];
  const forecasts = (await (await test.get('/v1/markets/kalshi/B/predictions')).json()) as {
    readonly id: string;
  }[];
  return {
    ...test,
    tradeId: own[0]?.trade_id ?? '',
    bundleId: forecasts[0]?.id ?? '',
    alertId: ALERT_ID,
    close: async () => {
      await test.close();
      model.close();
    },
  };
};

/** A source of the demo that brought some of the items. */
export const A_SOURCE = 'harbour-wire';

/** Sixty items of every kind, over two days; the first five are hostile. */
const addItems = async (log: EventLogService): Promise<void> => {
  await log.append(
    Array.from({ length: 60 }, (_, index) =>
      anItem({
        id: `item-${String(index).padStart(3, '0')}`,
        title: HOSTILE_TITLES[index] ?? `Report ${index} of ships in the Strait of Hormuz`,
        summary: index % 2 === 0 ? (HOSTILE_TITLES[index % 5] ?? null) : null,
        url: index === 0 ? 'javascript:alert(1)' : `https://news.example/${index}`,
        sourceType: SOURCE_TYPES[index % SOURCE_TYPES.length] ?? 'news',
        source: index % 7 === 6 ? A_SOURCE : `source-${index % 7}`,
        family: `family-${index % 5}`,
        lang: index === 3 ? 'he' : 'en',
        entities: index % 3 === 0 ? ['iran', 'israel', 'strait-of-hormuz'] : ['iran'],
        at: PAGES_NOW - (index + 1) * HOUR * 0.7,
        attributes: index % 8 === 6 ? { magnitude: 4.2 } : {},
      }),
    ),
  );
};

const ALERT_ID = 'a1e47';

/** A surge around Iran that five hostile headlines raised, two of them telling the same story. */
const addAlert = async ({ app }: TestApp): Promise<void> => {
  const at = PAGES_NOW - 2 * HOUR;
  await app.get(AlertRepository).save([
    {
      opened: false,
      evidence: ['item-000', 'item-001', 'item-002', 'item-003', 'item-004'],
      alert: {
        id: ALERT_ID,
        cluster: 'theater:iran',
        also: ['around:israel'],
        active: false,
        opened_at: at,
        updated_at: at,
        closed_at: at + HOUR,
        window_start: at - 300_000,
        window_end: at,
        count: 5,
        ratio: 12.5,
        families: 5,
        started_at: at - 300_000,
        last_window_end: at,
        baseline: { rate: 0.4, busyRate: 0.6, hours: 168 },
        floors: { count: 5, families: 2, baselineHours: 24 },
      },
    },
  ]);
};

const addMarkets = async ({ graph }: TestApp): Promise<void> => {
  const questions = ['A', 'B', 'C', 'D'].map((ticker, index) => ({
    ticker,
    question: index === 1 ? HOSTILE_TITLES[0] : `Will ${ticker} happen before September?`,
    prices: [
      // The one that is decided had a price a day before.
      ...(ticker === 'A' ? [{ at: PAGES_NOW - 30 * HOUR, price: 0.3 }] : []),
      ...[0.3, 0.41, 0.35, 0.41].map((price, step) => ({
        at: PAGES_NOW - (4 - step) * HOUR,
        price,
      })),
    ],
  }));
  for (const { ticker, question, prices } of questions)
    await graph.graph.statement(
      `MATCH (e:Entity {id: 'iran'})
       CREATE (m:Market {exchange: 'kalshi', ticker: '${ticker}', question: ${JSON.stringify(question)}, status: 'open',
         resolves_at: '2026-09-01T00:00:00.000000Z', yes_bid: 0.4, yes_ask: 0.42, bid_size: 1000, ask_size: 1000, yes_price: 0.41, theater: 'iran',
         confluence_score: 0.6})-[:ABOUT]->(e)
       ${prices
         .map(
           ({ at, price }) =>
             `CREATE (:Quote {exchange: 'kalshi', ticker: '${ticker}', at: ${at}, yes_price: ${price}, yes_bid: ${price - 0.01}, yes_ask: ${price + 0.01}})`,
         )
         .join(' ')}`,
    );
};

/** The question of a market: its rules, longer than a page shows at once, and the event that it is a rung of. */
const addTerms = async ({ graph }: TestApp): Promise<void> => {
  await graph.graph.statement(
    `MATCH (c:Market {ticker: 'C'}), (d:Market {ticker: 'D'})
     SET c.rules = ${JSON.stringify(`This resolves YES if it happens. ${'It must be reported by two agencies. '.repeat(12)}End of the rules.`)},
       c.resolution_source = 'Two agencies', c.deadline = '2026-09-01T04:00:00.000000Z', d.deadline = '2026-10-01T04:00:00.000000Z'
     CREATE (v:Event {exchange: 'kalshi', id: 'LADDER', title: 'When will it happen?'}),
       (c)-[:RUNG_OF {order: 0}]->(v), (d)-[:RUNG_OF {order: 1}]->(v)`,
  );
};

/** Answers of the model about C without the price, and to the question alone; and the answer of another model. */
const addAnswersBeside = async ({ graph }: TestApp): Promise<void> => {
  await graph.graph.statement(
    `MATCH (p:Prediction {ticker: 'C'})
     UNWIND [['B', p.model_name, 0.55], ['C', p.model_name, 0.2], ['A', 'another', 0.7]] AS row
     CREATE (p)<-[:BESIDE]-(:ShadowPrediction {id: 's-' + row[1] + row[0], arm: row[0], model: row[1], model_name: row[1],
       probability_yes: row[2], made_at: p.made_at})`,
  );
};

const settleFirst = async ({ app, graph }: TestApp): Promise<void> => {
  await graph.graph.statement(
    "MATCH (m:Market {ticker: 'A'}) SET m.status = 'settled', m.settlement_yes_price = 1.0, m.resolved_at = '2026-08-01T11:59:00.000000Z'",
  );
  await app.get(SettlementService).settleDue();
};

/** A population with enough markets for every figure to be shown. */
const addImports = async (imports: ImportService): Promise<void> => {
  const { predictions, trades, settlements } = importedWorld({ markets: 150 });
  await imports.import('predictions', predictions, 'import:old');
  await imports.import('trades', trades, 'import:old');
  await imports.import('settlements', settlements, 'import:old');
};
