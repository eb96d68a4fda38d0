// Generates `samples/`: a month of an invented world in the wire formats of all upstreams. Deterministic. Run `node
// scripts/samples/make.mjs` after a change here; the demo replays the result.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import iconv from 'iconv-lite';
import { MARKETS, modelAnswers } from './markets.mjs';
import { CROWD, crowdPath, gammaId, INSTRUMENTS, quakesOf, series, tradesOf } from './measured.mjs';
import { hex, seeded } from './random.mjs';
import { everythingSaid } from './said.mjs';
import { ACCOUNTS, CHANNELS, FAILING, FEEDS } from './speakers.mjs';
import { EPOCH, HISTORY_DAYS, SURGES, TOTAL_DAYS } from './storylines.mjs';
import * as wire from './wire.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'samples');
const DAY = 86_400_000;

const write = (path, content) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : `${JSON.stringify(content, null, 1)}\n`,
  );
};

const random = seeded('world');
const said = everythingSaid(random);
const quakes = quakesOf(random);
const trades = tradesOf(random);

rmSync(folder, { recursive: true, force: true });
for (const source of FEEDS) {
  const text = wire.feed(
    source,
    said.get(source.id).sort((a, b) => b.at - a.at),
  );
  write(`feed/${source.id}.xml`, iconv.encode(text, source.encoding ?? 'utf8'));
}
for (const channel of CHANNELS)
  write(
    `telegram/${channel.channel}.html`,
    wire.telegram(
      channel,
      said
        .get(channel.id)
        .sort((a, b) => a.at - b.at)
        .map((post, index) => ({
          ...post,
          number: 100 + index,
          views: `${(1 + (index % 40) / 10).toFixed(1)}K`,
        })),
    ),
  );
for (const account of ACCOUNTS)
  write(
    `twitter/${account.account}.json`,
    wire.tweets(
      account,
      said
        .get(account.id)
        .sort((a, b) => b.at - a.at)
        .map((post) => ({
          ...post,
          number: String(1_990_000_000_000_000_000n + BigInt(post.at - EPOCH) * 1000n),
          retweets: post.title.length,
        })),
    ),
  );
for (const instrument of INSTRUMENTS)
  write(`quotes/${instrument.symbol}.json`, JSON.stringify(wire.yahooChart(instrument, series(instrument))));
write('usgs/all.geojson', {
  type: 'FeatureCollection',
  metadata: { title: 'Synthetic sample', status: 200, api: '1.10.3', count: quakes.length },
  features: quakes.sort((a, b) => b.at - a.at).map(wire.usgsFeature),
});
write('polymarket-markets/markets.json', {
  markets: MARKETS.filter(({ exchange }) => exchange === 'polymarket').map((market) =>
    wire.gammaMarket(market, gammaId(market)),
  ),
});
write('polymarket-trades/trades.json', trades);
write('kalshi-markets/markets.json', {
  markets: MARKETS.filter(({ exchange }) => exchange === 'kalshi').map(wire.kalshiMarket),
  cursor: '',
});
for (const market of MARKETS)
  if (market.exchange === 'polymarket')
    write(`polymarket-markets/prices-history/${gammaId(market)}0001.json`, JSON.stringify(wire.pricesHistory(market)));
  else write(`kalshi-markets/candlesticks/${market.ticker}.json`, JSON.stringify(wire.candlesticks(market)));
write(
  'settlements.json',
  MARKETS.filter(({ settlesAt }) => settlesAt !== null).map(({ exchange, ticker, settlesAt, outcome }) => ({
    exchange,
    ticker,
    settles_at: new Date(settlesAt).toISOString(),
    outcome,
  })),
);
write(
  'manifold/markets.json',
  CROWD.map(([question, first], index) => ({
    id: `mf${hex(question, 10)}`,
    question,
    url: `https://manifold.markets/demo/q${index}`,
    slug: `q${index}`,
    creatorUsername: 'demo',
    outcomeType: 'BINARY',
    mechanism: 'cpmm-1',
    probability: first,
    totalLiquidity: 900,
    volume: 5200,
    volume24Hours: 120,
    isResolved: false,
    createdTime: EPOCH - 5 * DAY,
    closeTime: EPOCH + 120 * DAY,
    lastUpdatedTime: EPOCH,
    uniqueBettorCount: 31 + index,
    token: 'MANA',
  })),
);
write(
  'manifold/bets.json',
  CROWD.flatMap(([question, first]) =>
    crowdPath(`manifold ${question}`, first, 0.5).map(({ at, p }) => ({
      contractId: `mf${hex(question, 10)}`,
      createdTime: at,
      probAfter: p,
      amount: 25,
      outcome: 'YES',
    })),
  ),
);
write('metaculus/posts.json', {
  next: null,
  previous: null,
  results: CROWD.map(([question, first], index) => ({
    id: 41_000 + index,
    title: question,
    slug: `q${index}`,
    status: 'open',
    resolved: false,
    nr_forecasters: 60 + index,
    published_at: new Date(EPOCH - 4 * DAY).toISOString(),
    question: {
      id: 51_000 + index,
      title: question,
      type: 'binary',
      status: 'open',
      resolution: null,
      open_time: new Date(EPOCH - 4 * DAY).toISOString(),
      cp_reveal_time: new Date(EPOCH + (index === 5 ? 400 : 0) * DAY).toISOString(),
      scheduled_close_time: new Date(EPOCH + 120 * DAY).toISOString(),
      scheduled_resolve_time: new Date(EPOCH + 121 * DAY).toISOString(),
      actual_close_time: null,
      actual_resolve_time: null,
      aggregations: {
        recency_weighted: {
          history:
            index === 5
              ? []
              : crowdPath(`metaculus ${question}`, first, 1).map(({ at, p, n }) => ({
                  start_time: at / 1000,
                  end_time: null,
                  centers: [p],
                  means: [p],
                  forecast_values: [Number((1 - p).toFixed(3)), p],
                  interval_lower_bounds: [Number((p * 0.7).toFixed(3))],
                  interval_upper_bounds: [Number(Math.min(0.99, p * 1.3).toFixed(3))],
                  forecaster_count: n,
                })),
          latest: null,
          score_data: {},
        },
      },
    },
  })),
});
write(
  'model/answers.jsonl',
  modelAnswers()
    .map((answer) => JSON.stringify({ ...answer, at: new Date(answer.at).toISOString() }))
    .join('\n') + '\n',
);
const row = ({ id, kind, name, lang, category, family, party }, source_type, url, more = {}) => ({
  id,
  kind,
  source_type,
  name: `${name} (synthetic)`,
  url,
  lang,
  category,
  family,
  party,
  ...more,
});
write(
  'sources/feeds.json',
  [...FEEDS, ...FAILING].map((source) => row(source, 'news', `https://${source.host}/feed.xml`)),
);
write(
  'sources/telegram.json',
  CHANNELS.map((source) =>
    row(source, 'telegram', `https://t.me/s/${source.channel}`, {
      settings: { channel: source.channel },
    }),
  ),
);
write(
  'sources/twitter.json',
  ACCOUNTS.map((source) => row(source, 'twitter', null, { settings: { account: source.account } })),
);
write('world.json', {
  synthetic: true,
  epoch: new Date(EPOCH).toISOString(),
  history_days: HISTORY_DAYS,
  total_days: TOTAL_DAYS,
  surges_at: SURGES.map(({ at }) => new Date(at).toISOString()),
  faults: Object.fromEntries(FAILING.map(({ host, fault }) => [host, fault])),
});
write(
  'README.md',
  `# Samples

Synthetic captures: the wire formats are those of the real upstreams, every event, outlet and number in
them is invented. Written by \`node scripts/samples/make.mjs\`; the same bytes each time. \`npm start --
--demo\` replays them with their time shifted, so that they are always recent. A folder is named after the
KIND of \`vedette parse KIND FILE\`; \`world.json\` states the span, \`settlements.json\` how the markets end,
\`model/\` what the replayed model answers.
`,
);
process.stderr.write(
  `${[...said.values()].reduce((sum, list) => sum + list.length, 0)} items, ${MARKETS.length} markets, ${trades.length} trades, ${quakes.length} quakes\n`,
);
