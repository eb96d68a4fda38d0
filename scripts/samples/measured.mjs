// Measurements of the invented world: prices of instruments, earthquakes, large trades, consensus.
import { MARKETS } from './markets.mjs';
import { hex, seeded } from './random.mjs';
import { EPOCH, TOTAL_DAYS } from './storylines.mjs';

const DAY = 86_400_000;
const HOUR = 3_600_000;

export const INSTRUMENTS = [
  ['BZ=F', 84, 0.0042],
  ['CL=F', 80, 0.0045],
  ['NG=F', 3.1, 0.007],
  ['TTF=F', 31, 0.006],
  ['GC=F', 2650, 0.002],
  ['ZW=F', 560, 0.004],
  ['^VIX', 16.5, 0.012],
  ['DX-Y.NYB', 104, 0.001],
  ['USDILS=X', 3.7, 0.0016],
  ['USDRUB=X', 92, 0.002],
  ['ITA', 142, 0.0022],
].map(([symbol, first, volatility]) => ({ symbol, first, volatility }));
// Hours (day, hour) with a jump: effects on prices of the surges' incidents and some others.
const JUMPS = {
  'BZ=F': [
    [9, 16, 0.031],
    [24, 16, 0.052],
    [35, 23, 0.034],
  ],
  'CL=F': [
    [24, 16, 0.049],
    [35, 23, 0.03],
  ],
  'GC=F': [
    [24, 16, 0.019],
    [35, 23, 0.014],
  ],
  '^VIX': [
    [24, 16, 0.14],
    [30, 16, 0.11],
    [35, 23, 0.12],
  ],
  'USDILS=X': [[16, 16, 0.017]],
  'USDRUB=X': [[19, 16, 0.02]],
  ITA: [[35, 23, 0.028]],
};

/** Hourly bars of an instrument, from 45 days before the epoch: {t (s), o, h, l, c, v}. */
export const series = ({ symbol, first, volatility }) => {
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
    bars.push({
      t: at / 1000,
      o: fixed(open),
      h: fixed(Math.max(open, price) * 1.0008),
      l: fixed(Math.min(open, price) * 0.9992),
      c: fixed(price),
      v: dice.whole(500, 9000),
    });
  }
  return bars;
};

const QUAKE_SITES = [
  ['62 km SE of Natanz, Iran', 33.1, 52.4, 'earthquake'],
  ['40 km N of Bandar Abbas, Iran', 27.5, 56.3, 'earthquake'],
  ['Fordow area, Iran', 34.9, 50.9, 'explosion'],
  ['Gulf of Aden', 12.4, 45.6, 'earthquake'],
  ['30 km E of Hualien, Taiwan', 24.0, 121.9, 'earthquake'],
  ['Dead Sea region', 31.5, 35.5, 'earthquake'],
  ['South Pacific, far from land', -40, -120, 'earthquake'],
  ['18 km W of Kharkiv, Ukraine', 50.0, 36.0, 'explosion'],
];
/** Three earthquakes or explosions a day. */
export const quakesOf = (random) =>
  Array.from({ length: TOTAL_DAYS * 3 }, (_, index) => {
    const [place, lat, lon, type] = random.pick(QUAKE_SITES);
    const at = EPOCH + Math.floor((index / 3) * DAY) + random.whole(0, 28_000) * 1000;
    return {
      id: `us${hex(`quake ${index}`, 8)}`,
      at,
      place,
      lat: Number((lat + random.normal() * 0.1).toFixed(3)),
      lon: Number((lon + random.normal() * 0.1).toFixed(3)),
      type,
      mag: Number(random.between(2.9, 5.6).toFixed(1)),
      depth: Number((type === 'explosion' ? 0.3 : random.between(2, 40)).toFixed(1)),
    };
  });

/** Gamma's number of a market. */
export const gammaId = (market) => 510_000 + market.index;
/** Large trades on the invented markets, newest first, in the wire format of the data API. */
export const tradesOf = (random) =>
  MARKETS.filter(({ exchange }) => exchange === 'polymarket')
    .flatMap((market) =>
      market.path
        .filter(() => random.next() < (market.small ? 0.04 : 0.22))
        .map(({ at, price }) => {
          const yes = random.next() < 0.6;
          const paid = Math.max(0.02, Math.min(0.98, yes ? price : 1 - price));
          return {
            proxy_wallet: `0x${hex(`wallet ${random.whole(1, 40)}`, 40)}`,
            side: random.next() < 0.8 ? 'BUY' : 'SELL',
            token_id: `${gammaId(market)}000${yes ? 1 : 2}`,
            condition_id: market.ticker,
            size: Math.round(random.between(14_000, 90_000) / paid),
            price: Number(paid.toFixed(3)),
            timestamp: at / 1000 + random.whole(0, 20_000),
            title: market.question,
            slug: `demo-${market.index}`,
            event_slug: `demo-${market.storyline}`,
            outcome: yes ? 'Yes' : 'No',
            outcome_index: yes ? 0 : 1,
            name: '',
            pseudonym: 'Synthetic',
            transaction_hash: `0x${hex(`trade ${market.ticker} ${at}`, 64)}`,
          };
        }),
    )
    .sort((a, b) => b.timestamp - a.timestamp);

/** Questions of the forecasting sites with their first probability. */
export const CROWD = [
  ['Will the Strait of Hormuz be closed to tankers for a day?', 0.09],
  ['Will Russia and Ukraine agree on a ceasefire?', 0.16],
  ['Will China blockade Taiwan?', 0.05],
  ['Will Israel and Hamas begin phase two in Gaza?', 0.38],
  ['Will Mali lose control of Bamako to JNIM?', 0.08],
  ['Will the Houthis attack a ship in the Red Sea?', 0.71],
];
/** A consensus over time: {at (UTC ms), p, n forecasters}. */
export const crowdPath = (key, first, stepDays) => {
  const dice = seeded(`crowd ${key}`);
  let level = Math.log(first / (1 - first));
  return Array.from({ length: Math.floor(TOTAL_DAYS / stepDays) }, (_, step) => {
    level += dice.normal() * 0.22 + (dice.next() < 0.06 ? 0.7 : 0);
    return {
      at: EPOCH + step * stepDays * DAY + 10 * HOUR,
      p: Number((1 / (1 + Math.exp(-level))).toFixed(3)),
      n: 20 + step * 3,
    };
  });
};
