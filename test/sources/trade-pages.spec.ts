import { readEnvironment } from '../../src/platform/config/environment';
import { PolymarketClient } from '../../src/markets/polymarket/polymarket.client';
import { RecentAnswers } from '../../src/platform/upstream/recent-answers.service';
import { UpstreamWorld } from '../support/upstream-world';
import { NOW, upstreamAt } from './collect';

const CONDITION = `0x${'ab'.repeat(32)}`;
const TOTAL = 260;
const PAGE = 100;

/** Fills, newest first; every fifth fill of a transaction is there twice. */
const fill = (n: number) => ({
  proxy_wallet: `0x${String(n).padStart(40, '0')}`,
  side: 'BUY',
  token_id: '11',
  condition_id: CONDITION,
  size: 40_000,
  price: 0.5,
  timestamp: NOW / 1000 - 600 - n,
  title: 'T',
  slug: 's',
  event_slug: 'e',
  outcome: 'Yes',
  transaction_hash: `0x${n}`,
});

describe('pages of trades', () => {
  let world: UpstreamWorld;
  beforeEach(async () => {
    world = await UpstreamWorld.open();
  });
  afterEach(() => world.close());

  it.each([0, 1, 2, 3, 7, 13, 20, 33, 50, 80])(
    'reports each fill once when %d trades arrive between two pages',
    async (arrived) => {
      const fills = Array.from({ length: TOTAL }, (_, n) => fill(n % 5 === 4 ? n - 1 : n));
      world.answer('data-api.polymarket.com', (request, response) => {
        const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? '0');
        const from = Math.max(0, after * PAGE - arrived);
        const has_more = from + PAGE < TOTAL;
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            data: fills.slice(from, from + PAGE),
            pagination: { has_more, next_cursor: has_more ? String(from / PAGE + 1) : null },
          }),
        );
      });
      const client = new PolymarketClient(upstreamAt(world.url, NOW), readEnvironment({}), new RecentAnswers());

      const { trades } = await client.trades([CONDITION], 10_000, 0, new AbortController().signal);

      expect(trades).toHaveLength(TOTAL);
    },
  );
});
