// Writes `samples/`: a month of an invented world in the true wire formats of every upstream. The same
// bytes each time. `node scripts/samples/make.mjs` after a change here; the demo replays the result.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MARKETS, modelAnswers } from './markets.mjs';
import { hex, seeded } from './random.mjs';
import { EPOCH, HISTORY_DAYS, OTHER, STORYLINES, SURGES, TOTAL_DAYS } from './storylines.mjs';
import * as wire from './wire.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'samples');
const DAY = 86_400_000;
const HOUR = 3_600_000;

const write = (path, content) => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : `${JSON.stringify(content, null, 1)}\n`);
};

// ---- who speaks ------------------------------------------------------------------------------------
const feedRow = (id, name, lang, category, format, family = id, party = null, encoding = undefined) => ({
  id, name, lang, category, format, family, party, encoding, host: `${id}.example.org`, kind: 'feed',
});

const FEEDS = [
  feedRow('harbour-wire', 'Harbour Wire', 'en', 'english_media', 'rss'),
  feedRow('harbour-wire-world', 'Harbour Wire World', 'en', 'english_media', 'atom', 'harbour-wire'),
  feedRow('meridian-post', 'The Meridian Post', 'en', 'english_media', 'rss'),
  feedRow('northgate-times', 'Northgate Times', 'en', 'english_media', 'atom'),
  feedRow('strait-observer', 'Strait Observer', 'en', 'english_media', 'rdf'),
  feedRow('levant-daily', 'Levant Daily', 'en', 'arab_media', 'rss'),
  feedRow('sahel-review', 'Sahel Review', 'en', 'african_media', 'rss'),
  feedRow('bluewater-defence', 'Bluewater Defence', 'en', 'think_tank', 'atom'),
  feedRow('kordon-ru', 'Кордон', 'ru', 'russian_media', 'rss', 'kordon-ru', 'russia', 'windows-1251'),
  feedRow('vestnik-sever', 'Вестник Севера', 'ru', 'russian_media', 'rss', 'vestnik-sever', 'russia'),
  feedRow('svobodny-port', 'Свободный порт', 'ru', 'russian_media', 'atom'),
  feedRow('dnipro-hour', 'Дніпровська година', 'uk', 'ukrainian_media', 'rss'),
  feedRow('step-uk', 'Степ', 'uk', 'ukrainian_media', 'atom'),
  feedRow('courrier-du-large', 'Le Courrier du large', 'fr', 'european_media', 'rss'),
  feedRow('sahel-matin', 'Sahel Matin', 'fr', 'african_media', 'rss'),
  feedRow('al-marsad', 'المرصد', 'ar', 'arab_media', 'rss'),
  feedRow('al-khalij-al-akhbar', 'أخبار الخليج التجريبية', 'ar', 'arab_media', 'rdf'),
  feedRow('sawt-al-bahr', 'صوت البحر', 'ar', 'arab_media', 'atom'),
  feedRow('hamifratz', 'המפרץ', 'he', 'israeli_media', 'rss'),
  feedRow('gvul-hatzafon', 'גבול הצפון', 'he', 'israeli_media', 'atom'),
  feedRow('kavir-news', 'خبر کویر', 'fa', 'iranian_media', 'rss', 'kavir-news', 'iran'),
  feedRow('bandar-online', 'بندر آنلاین', 'fa', 'iranian_media', 'atom'),
  feedRow('haixia-bao', '海峡报', 'zh', 'chinese_media', 'rss', 'haixia-bao', 'china'),
  feedRow('dongan-ribao', '东岸日报', 'zh', 'chinese_media', 'atom'),
  feedRow('bogaz-haber', 'Boğaz Haber', 'tr', 'turkish_media', 'rss'),
  feedRow('ada-gazetesi', 'Ada Gazetesi', 'tr', 'turkish_media', 'rss'),
];
// What the world also does: answers 500, never answers, answers a page instead of a feed.
const FAILING = [
  { ...feedRow('broken-wire', 'Broken Wire', 'en', 'english_media', 'rss'), fault: 'error_500' },
  { ...feedRow('silent-courier', 'Silent Courier', 'en', 'english_media', 'rss'), fault: 'hang' },
  { ...feedRow('portal-page', 'Portal Page', 'en', 'english_media', 'rss'), fault: 'html_page' },
];
const CHANNELS = [
  ['gulfwatch_demo', 'Gulf Watch', 'en', 'osint', null], ['front_line_demo', 'Лінія фронту', 'uk', 'ukrainian_media', null],
  ['khabar_fori_demo', 'خبر فوری', 'fa', 'iranian_media', 'iran'], ['mivzak_demo', 'מבזק', 'he', 'israeli_media', null],
  ['svodka_demo', 'Сводка', 'ru', 'russian_media', 'russia'], ['ajel_demo', 'عاجل', 'ar', 'arab_media', null],
].map(([channel, name, lang, category, party]) => ({ id: `telegram-${channel.replaceAll('_', '-')}`, channel, name, lang, category, party, family: channel.replaceAll('_', '-'), kind: 'telegram' }));
const ACCOUNTS = [
  ['tankertracker_demo', 'Tanker Tracker', 'en', 'osint'], ['skywatch_demo', 'Sky Watch', 'en', 'osint'], ['levantdesk_demo', 'Levant Desk', 'en', 'english_media'],
].map(([account, name, lang, category], index) => ({ id: `x-${account.replaceAll('_', '-')}`, account, name, lang, category, party: null, family: account.replaceAll('_', '-'), authorId: String(70010 + index), kind: 'twitter' }));
const SPEAKERS = [...FEEDS, ...CHANNELS, ...ACCOUNTS];

// ---- what is said ----------------------------------------------------------------------------------
const random = seeded('world');
const said = new Map(SPEAKERS.map((speaker) => [speaker.id, []]));

const compose = (lang, headlines, places) => {
  const template = random.pick(headlines[lang]);
  return template.replace('{n}', String(random.whole(3, 97))).replace('{p}', random.pick(places?.[lang] ?? places?.en ?? ['']));
};
const summaries = {
  en: 'Synthetic sample text: officials gave no further detail. ', ru: 'Пример, вымышленный текст. ', uk: 'Приклад, вигаданий текст. ', fr: 'Texte synthétique. ',
  ar: 'نص تجريبي مختلق. ', he: 'טקסט לדוגמה, בדוי. ', fa: 'متن نمونه ساختگی. ', zh: '合成示例文本。', tr: 'Sentetik örnek metin. ',
};

const say = (speaker, at, title, publisher = null) => {
  const list = said.get(speaker.id);
  const key = `${speaker.id}-${hex(`${speaker.id} ${title} ${at}`, 10)}`;
  list.push({ key, title, at, publisher, url: `https://${speaker.host ?? "t.me"}/story/${key}`, summary: `${summaries[speaker.lang]}${title}` });
};

/** An agency story: several houses of one language carry it, a little later and lightly re-titled. */
const syndicate = (lang, at, title) => {
  const houses = FEEDS.filter((feed) => feed.lang === lang);
  const openings = { en: ['', 'BREAKING: ', 'Update: '], ru: ['', 'Срочно: '], ar: ['', 'عاجل: '] }[lang] ?? [''];
  for (const house of houses.slice(0, random.whole(2, Math.min(4, houses.length))))
    say(house, at + random.whole(1, 40) * 60_000, `${random.pick(openings)}${title}`, 'Harbour Wire');
};

const poisson = (mean) => {
  let count = 0;
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count += 1;
  return count;
};

for (let day = 0; day < TOTAL_DAYS; day += 1) {
  for (const storyline of STORYLINES)
    for (let hour = 0; hour < 24; hour += 1) {
      const daylight = 0.5 + Math.max(0, Math.sin(((hour - 4) / 24) * 2 * Math.PI)) * 1.1;
      for (let left = poisson((storyline.intensity[day] / 24) * daylight); left > 0; left -= 1) {
        const at = EPOCH + day * DAY + hour * HOUR + random.whole(0, 3599) * 1000;
        const speaker = random.pick(SPEAKERS.filter(({ lang }) => storyline.headlines[lang] !== undefined));
        const title = compose(speaker.lang, storyline.headlines, storyline.places);
        if (speaker.kind === 'feed' && random.next() < 0.12) syndicate(speaker.lang, at, title);
        else say(speaker, at, title);
      }
    }
  for (let left = poisson(16); left > 0; left -= 1) {
    const speaker = random.pick(FEEDS);
    say(speaker, EPOCH + day * DAY + random.whole(0, 86_399) * 1000, compose(speaker.lang, OTHER));
  }
}

// A surge: in five minutes eight houses and channels report one incident, each in words of its own; others
// follow for half an hour.
for (const surge of SURGES) {
  const { headlines, places } = STORYLINES.find(({ id }) => id === surge.storyline);
  const witnesses = SPEAKERS.filter(({ lang }) => headlines[lang] !== undefined);
  const report = (index, at) => {
    const speaker = witnesses[(index * 5) % witnesses.length];
    say(speaker, at, compose(speaker.lang, headlines, places));
  };
  for (let index = 0; index < 18; index += 1) report(index, surge.at - 280_000 + index * 15_000);
  for (let index = 0; index < 12; index += 1) report(index, surge.at + index * 150_000);
}

// ---- what is measured ------------------------------------------------------------------------------
const INSTRUMENTS = [
  ['BZ=F', 84, 0.0042], ['CL=F', 80, 0.0045], ['NG=F', 3.1, 0.007], ['TTF=F', 31, 0.006], ['GC=F', 2650, 0.002], ['ZW=F', 560, 0.004],
  ['^VIX', 16.5, 0.012], ['DX-Y.NYB', 104, 0.001], ['USDILS=X', 3.7, 0.0016], ['USDRUB=X', 92, 0.002], ['ITA', 142, 0.0022],
].map(([symbol, first, volatility]) => ({ symbol, first, volatility }));
// Hours (day, hour) with a jump: what the incidents of the surges, and some between them, did to prices.
const JUMPS = {
  'BZ=F': [[9, 16, 0.031], [24, 16, 0.052], [35, 23, 0.034]], 'CL=F': [[24, 16, 0.049], [35, 23, 0.03]], 'GC=F': [[24, 16, 0.019], [35, 23, 0.014]],
  '^VIX': [[24, 16, 0.14], [30, 16, 0.11], [35, 23, 0.12]], 'USDILS=X': [[16, 16, 0.017]], 'USDRUB=X': [[19, 16, 0.02]], ITA: [[35, 23, 0.028]],
};

const series = ({ symbol, first, volatility }) => {
  const dice = seeded(`quotes ${symbol}`);
  const bars = [];
  let price = first;
  for (let at = EPOCH - 45 * DAY; at < EPOCH + TOTAL_DAYS * DAY; at += HOUR) {
    const moment = new Date(at);
    if (moment.getUTCDay() === 0 || moment.getUTCDay() === 6 || moment.getUTCHours() < 9) continue;
    const jump = (JUMPS[symbol] ?? []).find(([day, hour]) => at === EPOCH + day * DAY + hour * HOUR)?.[2] ?? 0;
    const open = price;
    price *= Math.exp(dice.normal() * volatility + jump);
    const digits = price > 20 ? 2 : 4;
    const fixed = (value) => Number(value.toFixed(digits));
    bars.push({ t: at / 1000, o: fixed(open), h: fixed(Math.max(open, price) * 1.0008), l: fixed(Math.min(open, price) * 0.9992), c: fixed(price), v: dice.whole(500, 9000) });
  }
  return bars;
};

const QUAKE_SITES = [['62 km SE of Natanz, Iran', 33.1, 52.4, 'earthquake'], ['40 km N of Bandar Abbas, Iran', 27.5, 56.3, 'earthquake'], ['Fordow area, Iran', 34.9, 50.9, 'explosion'], ['Gulf of Aden', 12.4, 45.6, 'earthquake'], ['30 km E of Hualien, Taiwan', 24.0, 121.9, 'earthquake'], ['Dead Sea region', 31.5, 35.5, 'earthquake'], ['South Pacific, far from land', -40, -120, 'earthquake'], ['18 km W of Kharkiv, Ukraine', 50.0, 36.0, 'explosion']];
const quakes = Array.from({ length: TOTAL_DAYS * 3 }, (_, index) => {
  const [place, lat, lon, type] = random.pick(QUAKE_SITES);
  const at = EPOCH + Math.floor((index / 3) * DAY) + random.whole(0, 28_000) * 1000;
  return { id: `us${hex(`quake ${index}`, 8)}`, at, place, lat: Number((lat + random.normal() * 0.1).toFixed(3)), lon: Number((lon + random.normal() * 0.1).toFixed(3)), type, mag: Number(random.between(2.9, 5.6).toFixed(1)), depth: Number((type === 'explosion' ? 0.3 : random.between(2, 40)).toFixed(1)) };
});

const gammaId = (market) => 510_000 + market.index;
const trades = MARKETS.filter(({ exchange }) => exchange === 'polymarket').flatMap((market) =>
  market.path.filter(() => random.next() < 0.22).map(({ at, price }) => {
    const yes = random.next() < 0.6;
    const paid = Math.max(0.02, Math.min(0.98, yes ? price : 1 - price));
    return {
      proxyWallet: `0x${hex(`wallet ${random.whole(1, 40)}`, 40)}`, side: random.next() < 0.8 ? 'BUY' : 'SELL', asset: `${gammaId(market)}000${yes ? 1 : 2}`, conditionId: market.ticker,
      size: Math.round(random.between(14_000, 90_000) / paid) , price: Number(paid.toFixed(3)), timestamp: at / 1000 + random.whole(0, 20_000), title: market.question,
      slug: `demo-${market.index}`, eventSlug: `demo-${market.storyline}`, outcome: yes ? 'Yes' : 'No', outcomeIndex: yes ? 0 : 1, name: '', pseudonym: 'Synthetic', transactionHash: `0x${hex(`trade ${market.ticker} ${at}`, 64)}`,
    };
  }),
).sort((a, b) => b.timestamp - a.timestamp);

const CROWD = [['Will the Strait of Hormuz be closed to tankers for a day?', 0.09], ['Will Russia and Ukraine agree on a ceasefire?', 0.16], ['Will China blockade Taiwan?', 0.05], ['Will Israel and Hamas begin phase two in Gaza?', 0.38], ['Will Mali lose control of Bamako to JNIM?', 0.08], ['Will the Houthis attack a ship in the Red Sea?', 0.71]];
const crowdPath = (key, first, stepDays) => {
  const dice = seeded(`crowd ${key}`);
  let level = Math.log(first / (1 - first));
  return Array.from({ length: Math.floor(TOTAL_DAYS / stepDays) }, (_, step) => {
    level += dice.normal() * 0.22 + (dice.next() < 0.06 ? 0.7 : 0);
    return { at: EPOCH + step * stepDays * DAY + 10 * HOUR, p: Number((1 / (1 + Math.exp(-level))).toFixed(3)), n: 20 + step * 3 };
  });
};

// ---- write it --------------------------------------------------------------------------------------
const CP1251 = Object.fromEntries([...'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя'].map((letter, index) => [letter, 0xc0 + index]).concat([['Ё', 0xa8], ['ё', 0xb8], ['«', 0xab], ['»', 0xbb], ['—', 0x97]]));
const windows1251 = (text) => Buffer.from([...text].map((letter) => CP1251[letter] ?? letter.codePointAt(0)));

rmSync(folder, { recursive: true, force: true });
for (const source of FEEDS) {
  const text = wire.feed(source, said.get(source.id).sort((a, b) => b.at - a.at));
  write(`feed/${source.id}.xml`, source.encoding === 'windows-1251' ? windows1251(text) : text);
}
for (const channel of CHANNELS)
  write(`telegram/${channel.channel}.html`, wire.telegram(channel, said.get(channel.id).sort((a, b) => a.at - b.at).map((post, index) => ({ ...post, number: 100 + index, views: `${(1 + (index % 40) / 10).toFixed(1)}K` }))));
for (const account of ACCOUNTS)
  write(`twitter/${account.account}.json`, wire.tweets(account, said.get(account.id).sort((a, b) => b.at - a.at).map((post) => ({ ...post, number: String(1_990_000_000_000_000_000n + BigInt(post.at - EPOCH) * 1000n), retweets: post.title.length }))));
for (const instrument of INSTRUMENTS) write(`quotes/${instrument.symbol}.json`, JSON.stringify(wire.yahooChart(instrument, series(instrument))));
write('usgs/all.geojson', { type: 'FeatureCollection', metadata: { title: 'Synthetic sample', status: 200, api: '1.10.3', count: quakes.length }, features: quakes.sort((a, b) => b.at - a.at).map(wire.usgsFeature) });
write('polymarket-markets/markets.json', { markets: MARKETS.filter(({ exchange }) => exchange === 'polymarket').map((market) => wire.gammaMarket(market, gammaId(market))) });
write('polymarket-trades/trades.json', trades);
write('kalshi-markets/markets.json', { markets: MARKETS.filter(({ exchange }) => exchange === 'kalshi').map(wire.kalshiMarket), cursor: '' });
for (const market of MARKETS)
  if (market.exchange === 'polymarket') write(`polymarket-markets/prices-history/${gammaId(market)}0001.json`, JSON.stringify(wire.pricesHistory(market)));
  else write(`kalshi-markets/candlesticks/${market.ticker}.json`, JSON.stringify(wire.candlesticks(market)));
write('settlements.json', MARKETS.filter(({ settlesAt }) => settlesAt !== null).map(({ exchange, ticker, settlesAt, outcome }) => ({ exchange, ticker, settles_at: new Date(settlesAt).toISOString(), outcome })));
write('manifold/markets.json', CROWD.map(([question, first], index) => ({
  id: `mf${hex(question, 10)}`, question, url: `https://manifold.markets/demo/q${index}`, slug: `q${index}`, creatorUsername: 'demo', outcomeType: 'BINARY', mechanism: 'cpmm-1', probability: first, totalLiquidity: 900, volume: 5200, volume24Hours: 120,
  isResolved: false, createdTime: EPOCH - 5 * DAY, closeTime: EPOCH + 120 * DAY, lastUpdatedTime: EPOCH, uniqueBettorCount: 31 + index, token: 'MANA',
})));
write('manifold/bets.json', CROWD.flatMap(([question, first]) => crowdPath(`manifold ${question}`, first, 0.5).map(({ at, p }) => ({ contractId: `mf${hex(question, 10)}`, createdTime: at, probAfter: p, amount: 25, outcome: 'YES' }))));
write('metaculus/posts.json', { next: null, previous: null, results: CROWD.map(([question, first], index) => ({
  id: 41_000 + index, title: question, slug: `q${index}`, status: 'open', resolved: false, nr_forecasters: 60 + index, published_at: new Date(EPOCH - 4 * DAY).toISOString(),
  question: { id: 51_000 + index, title: question, type: 'binary', status: 'open', resolution: null, open_time: new Date(EPOCH - 4 * DAY).toISOString(), cp_reveal_time: new Date(EPOCH + (index === 5 ? 400 : 0) * DAY).toISOString(), scheduled_close_time: new Date(EPOCH + 120 * DAY).toISOString(), scheduled_resolve_time: new Date(EPOCH + 121 * DAY).toISOString(), actual_close_time: null, actual_resolve_time: null,
    aggregations: { recency_weighted: { history: index === 5 ? [] : crowdPath(`metaculus ${question}`, first, 1).map(({ at, p, n }) => ({ start_time: at / 1000, end_time: null, centers: [p], means: [p], forecast_values: [Number((1 - p).toFixed(3)), p], interval_lower_bounds: [Number((p * 0.7).toFixed(3))], interval_upper_bounds: [Number(Math.min(0.99, p * 1.3).toFixed(3))], forecaster_count: n })), latest: null, score_data: {} } } },
})) });
write('model/answers.jsonl', modelAnswers().map((answer) => JSON.stringify({ ...answer, at: new Date(answer.at).toISOString() })).join('\n') + '\n');
const row = ({ id, kind, name, lang, category, family, party }, source_type, url, more = {}) => ({ id, kind, source_type, name: `${name} (synthetic)`, url, lang, category, family, party, ...more });
write('sources/feeds.json', [...FEEDS, ...FAILING].map((source) => row(source, 'news', `https://${source.host}/feed.xml`)));
write('sources/telegram.json', CHANNELS.map((source) => row(source, 'telegram', `https://t.me/s/${source.channel}`, { settings: { channel: source.channel } })));
write('sources/twitter.json', ACCOUNTS.map((source) => row(source, 'twitter', null, { settings: { account: source.account } })));
write('world.json', { synthetic: true, epoch: new Date(EPOCH).toISOString(), history_days: HISTORY_DAYS, total_days: TOTAL_DAYS, surges_at: SURGES.map(({ at }) => new Date(at).toISOString()), faults: Object.fromEntries(FAILING.map(({ host, fault }) => [host, fault])) });
write('README.md', `# Samples

Synthetic captures: the wire formats are those of the real upstreams, every event, outlet and number in
them is invented. Written by \`node scripts/samples/make.mjs\`; the same bytes each time. \`npm start --
--demo\` replays them with their time shifted, so that they are always recent. A folder is named after the
KIND of \`vedette parse KIND FILE\`; \`world.json\` states the span, \`settlements.json\` how the markets end,
\`model/\` what the replayed model answers.
`);
process.stderr.write(`${[...said.values()].reduce((sum, list) => sum + list.length, 0)} items, ${MARKETS.length} markets, ${trades.length} trades, ${quakes.length} quakes\n`);
