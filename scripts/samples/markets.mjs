// The invented markets: what they ask, when they close, how they settle, and how their price gets there.
import { EPOCH, TOTAL_DAYS } from './storylines.mjs';
import { hex, seeded } from './random.mjs';

const DAY = 86_400_000;
const STEP = 6 * 3_600_000;

// exchange, storyline, question, opens on day, closes on day, outcome (null: still open), first price
const ROWS = [
  [
    'polymarket',
    'hormuz',
    'Will the United States strike Iran before the end of week 3?',
    0,
    14,
    'NO',
    0.22,
  ],
  [
    'polymarket',
    'hormuz',
    'Will Iran close the Strait of Hormuz before the end of week 5?',
    0,
    28,
    'NO',
    0.16,
  ],
  [
    'polymarket',
    'hormuz',
    'Will US and Iran hold direct talks in Muscat by day 20?',
    2,
    20,
    'YES',
    0.48,
  ],
  [
    'polymarket',
    'hormuz',
    'Will Brent crude close above $95 by the end of week 4?',
    1,
    26,
    'YES',
    0.35,
  ],
  ['polymarket', 'hormuz', 'Will the IRGC seize another tanker by day 60?', 5, 60, null, 0.55],
  ['polymarket', 'hormuz', 'Will Israel strike Iran by day 70?', 6, 70, null, 0.3],
  ['polymarket', 'front', 'Will Russia and Ukraine sign a ceasefire by day 18?', 0, 18, 'NO', 0.12],
  ['polymarket', 'front', 'Will Russia capture Pokrovsk by day 30?', 0, 30, 'YES', 0.58],
  ['polymarket', 'front', 'Will Putin and Zelensky meet in person by day 65?', 3, 65, null, 0.18],
  [
    'polymarket',
    'front',
    'Will Ukraine and Russia exchange more than 500 prisoners by day 12?',
    0,
    12,
    'YES',
    0.66,
  ],
  [
    'polymarket',
    'strait',
    'Will China fly more than 30 aircraft past the Taiwan median line in a day by day 16?',
    0,
    16,
    'YES',
    0.5,
  ],
  ['polymarket', 'strait', 'Will China blockade Taiwan by day 80?', 2, 80, null, 0.06],
  [
    'polymarket',
    'strait',
    'Will China announce a live-fire drill around Kinmen by day 33?',
    4,
    33,
    'YES',
    0.4,
  ],
  [
    'polymarket',
    'shipping',
    'Will the Houthis sink a ship in the Red Sea by day 22?',
    0,
    22,
    'NO',
    0.25,
  ],
  [
    'polymarket',
    'shipping',
    'Will the US strike Houthi targets in Yemen by day 55?',
    7,
    55,
    null,
    0.45,
  ],
  [
    'polymarket',
    'gaza',
    'Will Israel and Hamas begin phase two of the Gaza ceasefire by day 17?',
    0,
    17,
    'VOID',
    0.42,
  ],
  ['polymarket', 'gaza', 'Will the Rafah crossing reopen by day 29?', 1, 29, 'YES', 0.37],
  ['polymarket', 'gaza', 'Will Netanyahu visit Cairo by day 24?', 2, 24, 'NO', 0.3],
  ['polymarket', 'sahel', 'Will JNIM enter Bamako by day 75?', 3, 75, null, 0.14],
  [
    'polymarket',
    'north',
    'Will Israel and Hezbollah exchange fire for a full week by day 31?',
    0,
    31,
    'YES',
    0.45,
  ],
  ['kalshi', 'hormuz', 'US-Iran nuclear deal signed?', 0, 62, null, 0.2],
  ['kalshi', 'hormuz', 'WTI crude oil above $90 on day 27?', 3, 27, 'YES', 0.41],
  ['kalshi', 'front', 'Russia-Ukraine ceasefire in effect on day 25?', 0, 25, 'NO', 0.15],
  ['kalshi', 'front', 'Zelensky remains president of Ukraine through day 70?', 0, 70, null, 0.93],
  ['kalshi', 'strait', 'China and Taiwan: shots fired by day 40?', 1, 40, null, 0.05],
  [
    'kalshi',
    'shipping',
    'Suez transit halted by a major carrier through day 19?',
    0,
    19,
    'YES',
    0.6,
  ],
  ['kalshi', 'shipping', 'Houthi missile hits Israel by day 34?', 4, 34, 'NO', 0.33],
  ['kalshi', 'gaza', 'Israel withdraws from Rafah by day 58?', 2, 58, null, 0.22],
  ['kalshi', 'sahel', 'Coup attempt in Mali by day 32?', 0, 32, 'NO', 0.1],
  ['kalshi', 'north', 'Lebanon and Israel sign border agreement by day 66?', 5, 66, null, 0.17],
];

const clamp = (value) => Math.min(0.985, Math.max(0.015, value));
const round = (value, unit) => Math.round(value / unit) * unit;

/** YES price every six hours from the opening to the close, or to the end of the samples. */
const pricePath = (key, first, opens, closes, outcome) => {
  const random = seeded(`price ${key}`);
  const end = Math.min(closes, TOTAL_DAYS);
  const target =
    outcome === 'YES'
      ? 3.6
      : outcome === 'NO'
        ? -3.6
        : Math.log(first / (1 - first)) + random.normal() * 0.5;
  let level = Math.log(first / (1 - first));
  const path = [];
  for (let at = opens * DAY; at < end * DAY; at += STEP) {
    const left = (end * DAY - at) / STEP;
    path.push({ at: EPOCH + at, price: round(clamp(1 / (1 + Math.exp(-level))), 0.005) });
    level += (target - level) / Math.max(3, left * 1.6) + random.normal() * 0.16;
  }
  return path;
};

export const MARKETS = ROWS.map(
  ([exchange, storyline, question, opens, closes, outcome, first], index) => {
    const key = `${exchange} ${index} ${question}`;
    const settlesAt =
      outcome === null
        ? null
        : EPOCH + closes * DAY + seeded(`settle ${key}`).whole(20, 300) * 60_000;
    const ticker =
      exchange === 'polymarket'
        ? `0x${hex(`condition ${key}`, 64)}`
        : `KXDEMO${String(index).padStart(2, '0')}-26-${storyline.slice(0, 3).toUpperCase()}`;
    return {
      exchange,
      storyline,
      question,
      outcome,
      ticker,
      index,
      opensAt: EPOCH + opens * DAY,
      closesAt: EPOCH + closes * DAY,
      settlesAt,
      spread: seeded(`spread ${key}`).pick([0.01, 0.02, 0.02, 0.03, 0.04, 0.12]),
      path: pricePath(key, first, opens, closes, outcome),
    };
  },
);

/**
 * What the replayed model says, by market and day: a view that leans a little towards what will happen,
 * wrong often enough to be believable.
 */
export const modelAnswers = () =>
  MARKETS.flatMap((market) => {
    const random = seeded(`model ${market.ticker}`);
    return market.path
      .filter((_, step) => step % 4 === 0)
      .map(({ at, price }) => {
        const truth = market.outcome === 'YES' ? 1 : market.outcome === 'NO' ? 0 : price;
        const probability = clamp(price + (truth - price) * 0.22 + random.normal() * 0.11);
        const confidence = Math.min(
          0.95,
          Math.max(0.4, 0.66 + Math.abs(probability - price) * 1.1 + random.normal() * 0.08),
        );
        return {
          ticker: market.ticker,
          at,
          fault: random.next() < 0.03 ? random.pick(['not_json', 'out_of_range', 'empty']) : null,
          probability_yes: Math.round(probability * 1000) / 1000,
          confidence: Math.round(confidence * 1000) / 1000,
          direction:
            probability > price + 0.03
              ? 'ESCALATE'
              : probability < price - 0.03
                ? 'DEESCALATE'
                : 'SKIP',
          reasoning: reasoning(market, price, probability, random),
        };
      });
  });

const reasoning = (market, price, probability, random) => {
  const lean = probability > price ? 'higher' : 'lower';
  const grounds = random.pick([
    'the reports of the last day come from more than one kind of source and do not lean on one origin',
    'most of the coverage repeats one agency story, so it is weighed as one witness',
    'official statements soften while movements on the ground do not',
    'the instruments that usually lead this question have hardly moved',
  ]);
  const caution = random.pick([
    'The deadline is close, and the default on deadlines is that nothing happens.',
    'The wording of the question is narrow and asks for more than headlines tend to deliver.',
    'A single incident could settle it, which is why the estimate keeps some distance from the edge.',
  ]);
  return `[Synthetic demo] The market stands at ${price.toFixed(3)} for YES. In the frozen input ${grounds}. ${caution} Weighing the base rate for questions of this kind against the direction of the evidence gives ${probability.toFixed(3)}, ${lean} than the price. What would change this view: independent confirmation from a second kind of source within a day, or a scheduled meeting that is called off. The calendar of the coming fortnight holds nothing that decides the matter by itself, and the book is ${market.spread > 0.05 ? 'thin, so an edge on paper may not be one in practice' : 'deep enough for the price to mean something'}.`;
};
