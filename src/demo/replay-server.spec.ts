import { ManualClock } from '../../test/support/manual-clock';
import { ReplayServer } from './replay-server.service';
import { SampleFiles } from './sample-files.service';
import { firstDate, SampleTime, shiftDates } from './sample-world';

const DAY = 86_400_000;
const FIRST_START = Date.UTC(2027, 4, 3, 12, 34, 56);

describe('the replay of the samples', () => {
  const files = new SampleFiles();
  const time = SampleTime.endingAt(files.world(), FIRST_START);
  const clock = new ManualClock(0);
  const server = new ReplayServer(files, time, clock);
  let base: string;

  beforeAll(async () => {
    base = await server.start();
  });

  beforeEach(() => {
    clock.set(FIRST_START * 1000);
  });

  afterAll(() => server.stop());

  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${base}${path}`, { headers });

  it('serves a feed with recent dates, none of them in the future', async () => {
    const text = await (await get('/https/harbour-wire.example.org/feed.xml')).text();
    const dates = [...text.matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map((match) => Date.parse(match[1] ?? ''));

    expect(dates).toHaveLength(30);
    expect(Math.max(...dates)).toBeLessThanOrEqual(FIRST_START);
    expect(Math.max(...dates)).toBeGreaterThan(FIRST_START - 2 * DAY);
  });

  it('serves more as time passes, and 304 when nothing changed', async () => {
    const path = '/https/t.me/s/gulfwatch_demo';
    const first = await get(path);
    const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' });
    clock.set((FIRST_START + 2 * DAY) * 1000);
    const later = await get(path);

    expect(again.status).toBe(304);
    expect(await later.text()).not.toBe(await first.text());
  });

  it('keeps a windows-1251 feed in its own bytes', async () => {
    const bytes = Buffer.from(await (await get('/https/kordon-ru.example.org/feed.xml')).arrayBuffer());

    expect(new TextDecoder('windows-1251').decode(bytes)).toContain('Кордон');
  });

  it('settles a market when its time has come, and not before', async () => {
    const settlement = files
      .settlements()
      .find(({ exchange, outcome }) => exchange === 'polymarket' && outcome === 'YES');
    const path = `/https/gamma-api.polymarket.com/markets/keyset?limit=1&condition_ids=${settlement?.ticker ?? ''}`;
    const settlesAt = time.toDemo(Date.parse(settlement?.settles_at ?? ''));
    const marketAt = async (now: number): Promise<Record<string, unknown>> => {
      clock.set(now * 1000);
      return ((await (await get(path)).json()) as { markets: Record<string, unknown>[] }).markets[0] ?? {};
    };

    expect(await marketAt(settlesAt - 1)).toMatchObject({ closed: false });
    expect(await marketAt(settlesAt)).toMatchObject({
      closed: true,
      umaResolutionStatus: 'resolved',
      outcomePrices: '["1","0"]',
    });
  });

  it('names a market in its trades as it is listed, and trades one more than another', async () => {
    const read = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;
    const tickers = [...new Set(files.answers().map(({ ticker }) => ticker))].filter((ticker) =>
      ticker.startsWith('0x'),
    );
    const { markets } = await read<{ markets: Record<string, unknown>[] }>(
      `/https/gamma-api.polymarket.com/markets/keyset?limit=100&condition_ids=${tickers.slice(0, 20).join('&condition_ids=')}`,
    );
    const questions = new Map(markets.map((market) => [market['conditionId'], market['question']]));
    const { data } = await read<{ data: Record<string, unknown>[] }>(
      `/https/data-api.polymarket.com/v2/trades?limit=100&taker_only=true&filter_type=CASH&filter_amount=1&condition_id=${[...questions.keys()].join(',')}`,
    );

    expect(data.length).toBeGreaterThan(9);
    for (const trade of data) expect(trade['title']).toBe(questions.get(trade['condition_id']));
    expect(new Set(markets.map((market) => market['volumeNum'])).size).toBeGreaterThan(markets.length / 2);
  });

  it('answers each of several questions with consistent reasons', async () => {
    const [one, other] = [...new Map(files.answers().map((answer) => [answer.ticker, answer])).values()].filter(
      ({ fault, at }) => fault === null && Date.parse(at) <= time.toSample(FIRST_START),
    );
    const part = (number: number, ticker: string, price: string): string =>
      `# Question ${number} of 2\n## Question\n  listed on polymarket as "${ticker}"; theater unknown\n## Price\n  YES ${price}; bid 0.4 (1 contracts)`;
    const body = JSON.stringify({
      model: 'invented-analyst',
      max_tokens: 16_000,
      messages: [
        { role: 'user', content: `${part(1, one?.ticker ?? '', '0.08')}\n${part(2, other?.ticker ?? '', '0.77')}` },
      ],
    });
    const said = (await (await fetch(`${base}/model/anthropic/v1/messages`, { method: 'POST', body })).json()) as {
      content: { text: string }[];
    };
    const given = JSON.parse(said.content.at(-1)?.text ?? '') as {
      reasoning: string;
      forecasts: { probability_yes: number }[];
    };

    expect(given.forecasts).toHaveLength(2);
    for (const [index, price] of [0.08, 0.77].entries())
      expect(given.reasoning).toContain(
        `Question ${index + 1}: the market stands at ${price} for YES, with 0 stories as evidence; weighed against the base rate that gives ${given.forecasts[index]?.probability_yes ?? ''}, `,
      );
  });

  it('fails where the world file requires it', async () => {
    expect((await get('/https/broken-wire.example.org/feed.xml')).status).toBe(500);
    expect(await (await get('/https/portal-page.example.org/feed.xml')).text()).toContain('<!doctype html>');
  });

  it('answers in the wire format of the Messages API, from the price that it is shown', async () => {
    const answer = files.answers().find(({ fault, lean }) => fault === null && lean > 0.3);
    clock.set(time.toDemo(Date.parse(answer?.at ?? '')) * 1000);
    const ask = async (price: string): Promise<unknown> =>
      (
        await fetch(`${base}/model/anthropic/v1/messages`, {
          method: 'POST',
          body: JSON.stringify({
            model: 'invented-analyst',
            max_tokens: 16_000,
            messages: [
              {
                role: 'user',
                content: [
                  '## Question',
                  `  listed on polymarket as "${answer?.ticker ?? ''}"; theater unknown`,
                  '## Price',
                  `  YES ${price}; bid 0.4 (1 contracts)`,
                  '## Twin on the other exchange',
                  `  kalshi: "?"`,
                  '## Evidence, one entry a story',
                  '- 2026-01-05 10:00 (1 h ago), news',
                  '  "words"',
                  '## Corroboration',
                ].join('\n'),
              },
            ],
          }),
        })
      ).json();
    const said = await ask('0.42');
    const { content } = said as { content: { text: string }[] };
    const given = JSON.parse(content.at(-1)?.text ?? '') as Record<string, unknown>;

    expect(said).toMatchObject({ type: 'message', role: 'assistant' });
    expect(given['probability_yes']).toBeGreaterThan(0.42);
    expect(given['reasoning']).toMatch(
      /stands at 0\.42 for YES\. The frozen input holds 1 story .*, higher than the price\./,
    );
    expect(JSON.stringify(await ask('unknown'))).toContain('The input states no price.');
  });
});

describe('shiftDates', () => {
  it('keeps the form of every date it moves', () => {
    const text =
      'a 2026-01-05T10:00:00.000Z b 2026-01-05T10:00:00+00:00 c Mon, 05 Jan 2026 10:00:00 +0000 d January 31, 2026';

    expect(shiftDates(text, DAY)).toBe(
      'a 2026-01-06T10:00:00.000Z b 2026-01-06T10:00:00+00:00 c Tue, 06 Jan 2026 10:00:00 +0000 d February 1, 2026',
    );
    expect(firstDate(text)).toBe(Date.UTC(2026, 0, 5, 10));
  });
});
