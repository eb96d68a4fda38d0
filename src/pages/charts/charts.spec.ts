import type { Html } from '../../common/html';
import { DAY_MS, HOUR_MS } from '../../common/durations';
import { bars } from './bars';
import { dumbbell } from './dumbbell';
import { heatStrip } from './heat-strip';
import { placeMap, projected, type MapPlace } from './place-map';
import { priceAndLanes, type PriceAndLanes } from './price-and-lanes';
import { stepPath, timeScale, timeTicks } from './scales';
import { spark } from './spark';
import { unusualStep } from './unusual';

const flat = (chart: Html): string => chart.toString().replace(/\s+/g, ' ');
const countOf = (text: string, part: string): number => text.split(part).length - 1;
const WORDS = { title: 'T', description: 'D.' };
const NOON = Date.UTC(2026, 4, 7, 12);

describe('scales', () => {
  it('label days by day and month, and hours where a day is shown', () => {
    const month = timeTicks(timeScale([NOON - 28 * DAY_MS, NOON], [0, 100]), 5);
    const day = timeTicks(timeScale([NOON - 12 * HOUR_MS, NOON], [0, 100]), 4);

    expect(month.map(({ label }) => label)).toEqual(['12 Apr', '19 Apr', '26 Apr', '3 May']);
    expect(day.map(({ label }) => label)).toEqual(['00:00', '03:00', '06:00', '09:00', '12:00']);
  });

  it('hold a value until the next one', () => {
    expect(stepPath([{ x: 0, y: 5 }, { x: 10, y: 1.234 }])).toBe('M0,5L10,5L10,1.2'); // prettier-ignore
  });
});

describe('how unusual a count is', () => {
  it.each([
    [4, 9, 0],
    [9, 9, 1],
    [12, 9, 2],
    [15, 9, 3],
    [21, 9, 4],
    [0, 0, 1],
    [3, 0, 3],
  ])('%d against %d is step %d', (count, usual, step) => {
    expect(unusualStep(count, usual)).toBe(step);
  });

  it('is not known without a usual count', () => {
    expect(unusualStep(5, null)).toBeNull();
  });
});

describe('the map', () => {
  const place = (id: string, latitude: number, longitude: number, count: number): MapPlace => ({
    id,
    name: id,
    latitude,
    longitude,
    count,
    usual: 4,
  });

  it('places a point by its degrees, and nothing outside the window', () => {
    expect(projected('world', { latitude: 61, longitude: -19 })).toEqual({ x: 0, y: 0 });
    expect(projected('world', { latitude: 32, longitude: 53 })?.x).toBeCloseTo(398.9, 1);
    expect(projected('levant', { latitude: 50, longitude: 30 })).toBeNull();
  });

  it('draws a circle whose area is the count, coloured by how unusual it is, the largest first', () => {
    const map = flat(
      placeMap('world', [place('few', 10, 10, 4), place('many', 30, 50, 25), place('none', 0, 0, 0)], [], WORDS), // prettier-ignore
    );

    expect([...map.matchAll(/class="(unusual-\d)"[^>]* r="(\d+)"/g)].map(([, c, r]) => [c, r])).toEqual([['unusual-4', '15'], ['unusual-1', '6']]); // prettier-ignore
    expect(map).toContain('href="/entities/many"');
  });

  it('prints no name over another', () => {
    const near = Array.from({ length: 8 }, (_, index) => place(`place-${index}`, 30 + index / 100, 50, 9)); // prettier-ignore

    expect(countOf(flat(placeMap('world', near, [], WORDS)), '<text')).toBe(2);
  });
});

describe('small charts', () => {
  it('show market, model, gap and spread, each where it is known', () => {
    const all = flat(dumbbell({ market: 0.5, bid: 0.4, ask: 0.6, model: 0.75 }));
    const bare = flat(dumbbell({ market: null, bid: null, ask: null, model: null }));

    expect(all).toContain('class="market" cx="90"');
    expect(all).toContain('class="model" d="M132 5l5 5l-5 5l-5 -5z"');
    expect(all).toContain('class="spread" x="73.2" y="5" width="33.6"');
    expect(bare).not.toMatch(/class="(?:market|model|gap|spread)"/);
  });

  it('hatch an empty day', () => {
    const strip = flat(
      heatStrip([
        { day: '2026-05-06', count: 0, usual: 3 },
        { day: '2026-05-07', count: 9, usual: 3 },
        { day: '2026-05-08', count: 9, usual: null },
      ]),
    );

    expect([...strip.matchAll(/class="(unusual-\w+)"/g)].map(([, name]) => name)).toEqual([
      'unusual-none',
      'unusual-3',
      'unusual-unknown',
    ]);
  });

  it('draw no bar for nothing', () => {
    expect(flat(bars([0, 5, 10], 10))).toContain('d="M4 18v-8.5h3v8.5zM8 18v-17h3v17z"');
  });

  it('hold the last price until now', () => {
    const line = flat(spark([{ at: 0, value: 0.5 }], [], [0, 100]));

    expect(line).toContain('class="market-line" d="M1,11L95,11L95,11"');
  });
});

describe('the picture of a market', () => {
  const chart: PriceAndLanes = {
    from: NOON - 10 * DAY_MS,
    now: NOON,
    until: NOON + 20 * DAY_MS,
    quotes: [
      { at: NOON - 10 * DAY_MS, price: 0.2, bid: 0.19, ask: 0.21 },
      { at: NOON - DAY_MS, price: 0.5, bid: null, ask: null },
    ],
    forecasts: [
      { at: NOON - 5 * DAY_MS, probability: 0.3, traded: true },
      { at: NOON - DAY_MS, probability: 0.52, traded: false },
    ],
    alerts: [{ from: NOON - 2 * DAY_MS, to: NOON - 2 * DAY_MS + HOUR_MS }],
    moves: [{ at: NOON - DAY_MS, price: 0.5 }],
    due: [
      { at: NOON + DAY_MS, title: 'A meeting whose title is far too long to be printed whole' },
    ],
    lanes: [{ name: 'News', reports: [{ at: NOON - DAY_MS, about: true }], count24h: 1 }],
  };

  it('has price, model, trade, alert, move, what is due, and a lane for each kind of source', () => {
    const text = flat(priceAndLanes(chart, WORDS));

    expect(text).toContain('aria-label="T. D."');
    expect(text).toContain('Market 50 %');
    expect(text).toContain('Model 52 %');
    expect(text).toContain('closes 27 May');
    expect(text).toContain('A meeting whose title is far too');
    expect(text).not.toContain('printed whole');
    expect(countOf(text, 'class="alert"')).toBe(1);
    expect(countOf(text, 'class="move"')).toBe(1);
    expect(text).toMatch(/>News<.*1 in 24 h/);
  });

  it('gives the two figures at the end room', () => {
    const [market, answer] = [...flat(priceAndLanes(chart, WORDS)).matchAll(/class="end \w+" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y)); // prettier-ignore

    expect(Math.abs((market ?? 0) - (answer ?? 0))).toBeGreaterThanOrEqual(13);
  });

  it('is drawn for a market that nobody has priced or asked about', () => {
    const text = flat(priceAndLanes({ ...chart, quotes: [], forecasts: [], due: [], until: NOON }, WORDS)); // prettier-ignore

    expect(text).not.toMatch(/Market|Model|closes|NaN/);
  });
});
