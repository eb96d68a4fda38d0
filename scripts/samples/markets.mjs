// The invented markets: questions, closing dates, settlements, price paths.
import { EPOCH, TOTAL_DAYS } from './storylines.mjs';
import { hex, seeded } from './random.mjs';

const DAY = 86_400_000;
const STEP = 6 * 3_600_000;
/** Random price jumps: size in log-odds, and probability per step. */
const JUMP = 0.8;
const JUMPS = 0.025;
/** Final certainty of a price, log-odds. */
const SURE = 2.6;

// exchange, storyline, question ({b}: closing date), opening day, closing day, outcome (null: still open), first price
const ROWS = [
  ['polymarket', 'hormuz', 'Will the United States strike Iran before {b}?', 0, 14, 'NO', 0.22],
  ['polymarket', 'hormuz', 'Will Iran close the Strait of Hormuz before {b}?', 0, 28, 'NO', 0.16],
  ['polymarket', 'hormuz', 'Will US and Iran hold direct talks in Muscat by {b}?', 2, 20, 'YES', 0.48],
  ['polymarket', 'hormuz', 'Will Brent crude close above $95 by {b}?', 1, 26, 'YES', 0.35],
  ['polymarket', 'hormuz', 'Will the IRGC seize another tanker by {b}?', 5, 60, null, 0.55],
  ['polymarket', 'hormuz', 'Will Israel strike Iran by {b}?', 6, 70, null, 0.3],
  ['polymarket', 'front', 'Will Russia and Ukraine sign a ceasefire by {b}?', 0, 18, 'NO', 0.12],
  ['polymarket', 'front', 'Will Russia capture Pokrovsk by {b}?', 0, 30, 'YES', 0.58],
  ['polymarket', 'front', 'Will Putin and Zelensky meet in person by {b}?', 3, 65, null, 0.18],
  ['polymarket', 'front', 'Will Ukraine and Russia exchange more than 500 prisoners by {b}?', 0, 12, 'YES', 0.66],
  [
    'polymarket',
    'strait',
    'Will China fly more than 30 aircraft past the Taiwan median line in a day by {b}?',
    0,
    16,
    'YES',
    0.5,
  ],
  ['polymarket', 'strait', 'Will China blockade Taiwan by {b}?', 2, 80, null, 0.06],
  ['polymarket', 'strait', 'Will China announce a live-fire drill around Kinmen by {b}?', 4, 33, 'YES', 0.4],
  ['polymarket', 'shipping', 'Will the Houthis sink a ship in the Red Sea by {b}?', 0, 22, 'NO', 0.25],
  ['polymarket', 'shipping', 'Will the US strike Houthi targets in Yemen by {b}?', 7, 55, null, 0.45],
  ['polymarket', 'gaza', 'Will Israel and Hamas begin phase two of the Gaza ceasefire by {b}?', 0, 17, 'VOID', 0.42],
  ['polymarket', 'gaza', 'Will the Rafah crossing reopen by {b}?', 1, 29, 'YES', 0.37],
  ['polymarket', 'gaza', 'Will Netanyahu visit Cairo by {b}?', 2, 24, 'NO', 0.3],
  ['polymarket', 'sahel', 'Will JNIM enter Bamako by {b}?', 3, 75, null, 0.14],
  ['polymarket', 'north', 'Will Israel and Hezbollah exchange fire for a full week by {b}?', 0, 31, 'YES', 0.45],
  ['kalshi', 'hormuz', 'US-Iran nuclear deal signed?', 0, 62, null, 0.2],
  ['kalshi', 'hormuz', 'WTI crude oil above $90 on {b}?', 3, 27, 'YES', 0.41],
  ['kalshi', 'front', 'Russia-Ukraine ceasefire in effect on {b}?', 0, 25, 'NO', 0.15],
  ['kalshi', 'front', 'Zelensky remains president of Ukraine through {b}?', 0, 70, null, 0.93],
  ['kalshi', 'strait', 'China and Taiwan: shots fired by {b}?', 1, 40, null, 0.05],
  ['kalshi', 'shipping', 'Suez transit halted by a major carrier through {b}?', 0, 19, 'YES', 0.6],
  ['kalshi', 'shipping', 'Houthi missile hits Israel by {b}?', 4, 34, 'NO', 0.33],
  ['kalshi', 'gaza', 'Israel withdraws from Rafah by {b}?', 2, 58, null, 0.22],
  ['kalshi', 'sahel', 'Coup attempt in Mali by {b}?', 0, 32, 'NO', 0.1],
  ['kalshi', 'north', 'Lebanon and Israel sign border agreement by {b}?', 5, 66, null, 0.17],
];

// Small recurring questions: {a} opening date, {b} closing date.
const SMALL = {
  hormuz: [
    ['Will Iran seize a tanker in the Strait of Hormuz between {a} and {b}?', 0.24],
    ['Will Iran and the United States hold direct talks between {a} and {b}?', 0.38],
    ['Will Iran launch a missile at Israel by {b}?', 0.12],
    ['Will Israel strike Iran by {b}?', 0.16],
  ],
  front: [
    ['Will Russia capture a town in Donetsk between {a} and {b}?', 0.55],
    ['Will Ukraine strike a refinery in Russia between {a} and {b}?', 0.72],
    ['Will Russia and Ukraine agree to a ceasefire by {b}?', 0.08],
    ['Will Russia and Ukraine exchange prisoners between {a} and {b}?', 0.58],
  ],
  strait: [
    ['Will Taiwan report more than 20 Chinese aircraft on one day by {b}?', 0.46],
    ['Will China begin military drills near Taiwan by {b}?', 0.2],
    ['Will a US destroyer transit the Taiwan Strait between {a} and {b}?', 0.34],
  ],
  shipping: [
    ['Will the Houthis attack a ship in the Red Sea between {a} and {b}?', 0.57],
    ['Will the United States strike the Houthis in Yemen by {b}?', 0.3],
    ['Will the Houthis launch a missile at Israel by {b}?', 0.42],
  ],
  gaza: [
    ['Will Israel strike Rafah between {a} and {b}?', 0.62],
    ['Will Hamas release hostages by {b}?', 0.27],
    ['Will Israel and Hamas hold talks in Cairo between {a} and {b}?', 0.48],
  ],
  sahel: [
    ['Will JNIM attack an army base in Mali between {a} and {b}?', 0.66],
    ['Will JNIM take a town in Mali by {b}?', 0.22],
  ],
  north: [
    ['Will Hezbollah fire rockets at Israel by {b}?', 0.36],
    ['Will Israel strike Lebanon between {a} and {b}?', 0.7],
    ['Will Hezbollah launch drones at Israel between {a} and {b}?', 0.5],
    ['Will Israel and Lebanon hold talks by {b}?', 0.33],
  ],
};
const ROUND_DAYS = 6;
const ROUNDS = Math.floor(TOTAL_DAYS / ROUND_DAYS);

const smallRows = () =>
  Object.entries(SMALL).flatMap(([storyline, questions]) =>
    questions.flatMap(([question, first], which) => {
      /** Until this day, an event also decides every later "by" question that was open then. */
      let happenedUntil = -1;
      return Array.from({ length: ROUNDS }, (_, round) => {
        const random = seeded(`small ${question} ${round}`);
        const opens = round * ROUND_DAYS + random.whole(0, 3);
        const closes = opens + random.whole(4, 6);
        const price = clamp(1 / (1 + Math.exp(-logit(first) - random.normal() * 0.5)));
        // The outcome follows the price, as in a calibrated market.
        const happens = random.next() < price || (question.includes(' by {b}') && opens <= happenedUntil);
        if (happens) happenedUntil = closes;
        const exchange = (which + round) % 3 === 0 ? 'kalshi' : 'polymarket';
        return [exchange, storyline, question, opens, closes, happens ? 'YES' : 'NO', price];
      });
    }),
  );

/** "February 2, 2026": the replay shifts it with all other dates. */
const dayName = (day) =>
  new Date(EPOCH + day * DAY).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    dateStyle: 'long',
  });

const logit = (share) => Math.log(share / (1 - share));
const clamp = (value) => Math.min(0.985, Math.max(0.015, value));
const round = (value, unit) => Number((Math.round(value / unit) * unit).toFixed(3));

/** YES price every six hours from opening to close, or to the end of the samples. */
const pricePath = (key, first, opens, closes, outcome) => {
  const random = seeded(`price ${key}`);
  const end = Math.min(closes, TOTAL_DAYS);
  const target =
    outcome === 'YES' ? SURE : outcome === 'NO' ? -SURE : Math.log(first / (1 - first)) + random.normal() * 0.5;
  let level = Math.log(first / (1 - first));
  const path = [];
  for (let at = opens * DAY; at < end * DAY; at += STEP) {
    const left = (end * DAY - at) / STEP;
    path.push({ at: EPOCH + at, price: round(clamp(1 / (1 + Math.exp(-level))), 0.005) });
    const jump = random.next() < JUMPS ? (random.next() < 0.5 ? -JUMP : JUMP) : 0;
    level += (target - level) / Math.max(3, left * 1.6) + random.normal() * 0.1 + jump;
  }
  return path;
};

export const MARKETS = [...ROWS, ...smallRows()].map(
  ([exchange, storyline, template, opens, closes, outcome, first], index) => {
    const question = template.replace('{a}', dayName(opens)).replace('{b}', dayName(closes));
    const key = `${exchange} ${index} ${question}`;
    const settlesAt = outcome === null ? null : EPOCH + closes * DAY + seeded(`settle ${key}`).whole(20, 300) * 60_000;
    const isV2 = exchange === 'polymarket' && index % 5 === 3;
    const condition = hex(`condition ${key}`, 64);
    const ticker =
      exchange === 'polymarket'
        ? isV2
          ? `0x01${condition.slice(0, 60)}00`
          : `0x${condition}`
        : `KXDEMO${String(index).padStart(2, '0')}-26-${storyline.slice(0, 3).toUpperCase()}`;
    return {
      exchange,
      storyline,
      question,
      slug: `${template
        .replace(/\{[ab]\}/g, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        .join('-')}-${index}`,
      outcome,
      small: index >= ROWS.length,
      ticker,
      /** Polymarket's protocol V2. */
      isV2,
      index,
      opensAt: EPOCH + opens * DAY,
      closesAt: EPOCH + closes * DAY,
      settlesAt,
      spread: seeded(`spread ${key}`).pick(
        index < ROWS.length ? [0.01, 0.02, 0.02, 0.03, 0.04, 0.12] : [0.01, 0.01, 0.02, 0.02],
      ),
      path: pricePath(key, first, opens, closes, outcome),
    };
  },
);

/**
 * Deviation of the replayed model from the price, by market and day: slightly towards the outcome, but wrong often
 * enough to be realistic. The replay writes its text with that price.
 */
export const modelAnswers = () =>
  MARKETS.flatMap((market) => {
    const random = seeded(`model ${market.ticker}`);
    const { outcome } = market;
    const truth = outcome === 'YES' ? 1 : outcome === 'NO' ? -1 : 0;
    return market.path
      .filter((_, step) => step % 4 === 0)
      .map(({ at }) => {
        const towards = random.next() < 0.5 + truth * 0.14 ? 1 : -1;
        const lean = towards * (0.6 + Math.abs(random.normal()) * 0.4);
        return {
          ticker: market.ticker,
          at,
          fault: random.next() < 0.03 ? random.pick(['not_json', 'out_of_range', 'empty']) : null,
          lean: Number(lean.toFixed(3)),
          confidence: Number(
            Math.min(0.95, Math.max(0.4, 0.77 + Math.abs(lean) * 0.1 + random.normal() * 0.05)).toFixed(3),
          ),
          grounds: grounds(market, random),
        };
      });
  });

const grounds = (market, random) => [
  random.pick([
    'The reports of the last day come from more than one kind of source and do not lean on one origin.',
    'Most of the coverage repeats one agency story, so it is weighed as one witness.',
    'Official statements soften while movements on the ground do not.',
    'The instruments that usually lead this question have hardly moved.',
  ]),
  random.pick([
    'The default on deadlines is that nothing happens, and it weighs more the closer they are.',
    'The wording of the question is narrow and asks for more than headlines tend to deliver.',
    'A single incident could settle it, which is why the estimate keeps some distance from the edge.',
  ]),
  market.spread > 0.05
    ? 'The book is thin, so an edge on paper may not be one in practice.'
    : 'The book is deep enough for the price to mean something.',
];
