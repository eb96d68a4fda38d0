import { ManualClock } from '../support/manual-clock';
import { startTestApp, type TestApp } from '../support/app-harness';
import { addEntities, addMarket, NOON } from '../support/item-builder';

jest.setTimeout(120_000);

const PATH = '/v1/markets';

describe('markets over HTTP', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      clock: new ManualClock(NOON * 1_000),
      prepare: async ({ graph }) => {
        await addEntities(graph, [{ id: 'iran' }]);
        for (const ticker of ['A', 'B', 'C']) await addMarket(graph, 'kalshi', ticker, ['iran']);
        await addMarket(graph, 'polymarket', '0x1', []);
        await graph.statement(
          `MATCH (m:Market {ticker: 'B'})
           SET m.yes_price = 0.34, m.theater = 'iran', m.status = 'open', m.confluence_at = ${NOON},
               m.confluence_score = 0.6, m.confluence_types = ['news', 'telegram', 'whale'], m.confluence_weighted = 0.41
           CREATE (:Quote {exchange: 'kalshi', ticker: 'B', at: ${NOON - 1}, yes_price: 0.3})
           CREATE (:Quote {exchange: 'kalshi', ticker: 'B', at: ${NOON}, yes_price: 0.34, yes_bid: 0.33, yes_ask: 0.35})
           CREATE (:Prediction {id: 'old', exchange: 'kalshi', ticker: 'B', made_at: '2026-05-06T00:00:00.000000Z', probability_yes: 0.5})
           CREATE (:Prediction {id: 'new', exchange: 'kalshi', ticker: 'B', made_at: '2026-05-07T00:00:00.000000Z', model: 'claude',
                                probability_yes: 0.2, confidence: 0.8, direction: 'NO', side: 'NO', market_yes_price: 0.3, replay_bundle_id: 'rb'})`,
        );
        await graph.statement(`MATCH (m:Market {ticker: 'C'}) SET m.status = 'settled', m.outcome = 'YES'`);
      },
    });
  });
  afterAll(() => app.close());

  it('shows terms, depth, event and siblings of one', async () => {
    await app.graph.graph.statement(
      `MATCH (a:Market {ticker: 'A'}), (b:Market {ticker: 'B'})
       SET b.rules = 'If …', b.deadline = '2026-05-07T11:00:00.000000Z', b.bid_size = 40.0, b.quote_doubt = 'why', b.tags = ['iran'], b.group_title = 'May 7',
           a.deadline = '2026-06-01T00:00:00.000000Z'
       CREATE (v:Event {exchange: 'kalshi', id: 'E', title: 'By …?', mutually_exclusive: false}),
              (b)-[:RUNG_OF {order: 1}]->(v), (a)-[:RUNG_OF {order: 2}]->(v)`,
    );
    const b = await (await app.get(`${PATH}/kalshi/B`)).json();

    expect(b).toMatchObject({
      rules: 'If …',
      group_title: 'May 7',
      past_deadline: true,
      bid_size: 40,
      quote_doubt: 'why',
      ask_size: null,
      tags: ['iran'],
      event: { id: 'E', title: 'By …?', mutually_exclusive: false, series: null, order: 1 },
      siblings: [{ ticker: 'A', deadline: '2026-06-01T00:00:00.000000Z' }],
    });
    expect(await (await app.get(`${PATH}/kalshi/A`)).json()).toMatchObject({
      past_deadline: false,
      quote_doubt: null,
    });
  });

  it('pages through quotes and moves of one, newest first', async () => {
    await app.graph.graph.statement(
      `CREATE (:Quote {exchange: 'kalshi', ticker: 'B', at: ${NOON - 7_200_000}, yes_price: 0.2, origin: 'history'})
       CREATE (:Move {exchange: 'kalshi', ticker: 'B', at: ${NOON}, started_at: ${NOON - 60_000}, from: 0.2, to: 0.34,
                      sources: ['a'], source_types: ['news'], first_leads: [5400000], last_leads: [600000]})`,
    );
    const body = async (path: string) => {
      const answer = await app.get(`${PATH}/kalshi/B/${path}`);
      return { status: answer.status, link: answer.headers.get('link'), rows: await answer.json() };
    };
    const first = await body('quotes?limit=2');
    const next = /<[^>]*(\/v1[^>]*)>/.exec(first.link ?? '')?.[1] ?? '';

    expect(first.rows).toMatchObject([
      { yes_price: 0.34, yes_bid: 0.33, origin: 'read' },
      { yes_price: 0.3, origin: 'read' },
    ]);
    expect(await (await app.get(next)).json()).toMatchObject([{ yes_price: 0.2, origin: 'history' }]);
    expect((await body('quotes?until=2026-05-07T11:00:00Z')).rows).toHaveLength(1);
    expect((await body('moves?since=2026-05-07')).rows).toEqual([
      {
        at: '2026-05-07T12:00:00.000000Z',
        started_at: '2026-05-07T11:59:00.000000Z',
        from: 0.2,
        to: 0.34,
        spoken_before: [{ source: 'a', source_type: 'news', first_lead_seconds: 5400, last_lead_seconds: 600 }],
      },
    ]);
    for (const path of ['quotes', 'moves']) expect((await app.get(`${PATH}/kalshi/NOBODY/${path}`)).status).toBe(404);
  });

  const tickers = async (query: string): Promise<string[]> =>
    ((await (await app.get(`${PATH}${query}`)).json()) as { ticker: string }[]).map((m) => m.ticker);

  it('lists them in order with confluence and latest prediction', async () => {
    const body = (await (await app.get(PATH)).json()) as unknown[];

    expect(body).toHaveLength(4);
    expect(body[0]).toMatchObject({ ticker: 'A', confluence: null, latest_prediction: null });
    expect(body[1]).toMatchObject({
      exchange: 'kalshi',
      ticker: 'B',
      question: 'Will B happen?',
      yes_price: 0.34,
      entities: ['iran'],
      confluence: {
        score: 0.6,
        source_type_count: 3,
        weighted_score: 0.41,
        computed_at: '2026-05-07T12:00:00.000000Z',
      },
      latest_prediction: { id: 'new', probability_yes: 0.2, replay_bundle_id: 'rb' },
    });
  });

  it.each([
    ['?exchange=polymarket', ['0x1']],
    ['?exchange=kalshi&limit=2', ['A', 'B']],
    ['?theater=iran', ['B']],
    ['?min_score=0.6', ['B']],
    ['?min_score=0.7', []],
    ['?status=settled', ['C']],
  ])('filters by %s', async (query, expected) => {
    expect(await tickers(query)).toEqual(expected);
  });

  it('ranks open ones by the given key, on one page', async () => {
    const ranked = (await (await app.get(`${PATH}?sort=gap&limit=1`)).json()) as unknown[];

    expect(ranked).toMatchObject([{ ticker: 'B', gap: -0.1, change_since_prediction: 0.04 }]);
    expect((await app.get(`${PATH}?sort=gap&limit=1`)).headers.get('link')).toBeNull();
    for (const sort of ['move', 'closes', 'confluence'])
      expect([sort, (await tickers(`?sort=${sort}`)).length]).toEqual([sort, 3]);
    expect((await app.get(`${PATH}?sort=gap&cursor=x`)).status).toBe(400);
  });

  it('leads to the next page', async () => {
    const link = (await app.get(`${PATH}?limit=3`)).headers.get('link') ?? '';
    const next = /<[^>]*(\/v1[^>]*)>/.exec(link)?.[1] ?? '';

    expect(await (await app.get(next)).json()).toMatchObject([{ ticker: 'C' }]);
  });

  it('returns one with its quotes', async () => {
    expect(await (await app.get(`${PATH}/kalshi/B`)).json()).toMatchObject({
      ticker: 'B',
      quotes: [
        { at: '2026-05-07T12:00:00.000000Z', yes_price: 0.34, yes_bid: 0.33, yes_ask: 0.35 },
        { at: '2026-05-07T11:59:59.999000Z', yes_price: 0.3, yes_bid: null, yes_ask: null },
        { at: '2026-05-07T10:00:00.000000Z', yes_price: 0.2, origin: 'history' },
      ],
    });
  });

  it.each([
    [`${PATH}/kalshi/NONE`, 404],
    [`${PATH}?exchange=nyse`, 400],
    [`${PATH}?status=done`, 400],
    [`${PATH}?min_score=2`, 400],
  ])('answers %s with %d', async (path, status) => {
    expect((await app.get(path)).status).toBe(status);
  });
});
