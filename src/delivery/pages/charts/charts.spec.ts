import type { Html } from '../../../platform/common/html';
import { DAY_MS, HOUR_MS } from '../../../platform/common/durations';
import { bars } from './bars';
import { dumbbell } from './dumbbell';
import { gapStrip } from './gap-strip';
import { heatStrip } from './heat-strip';
import { spanBar } from './span-bar';
import { intervals } from './intervals';
import { placeMap, projected, type MapPlace } from './place-map';
import { priceAndLanes, type PriceAndLanes } from './price-and-lanes';
import { proofLine } from './proof-line';
import { reliability } from './reliability';
import { stepPath, timeScale, timeTicks } from './scales';
import { spark } from './spark';
import { surgePicture } from './surge-picture';
import { timeLines } from './time-lines';
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
    expect(
      stepPath([
        { x: 0, y: 5 },
        { x: 10, y: 1.234 },
      ]),
    ).toBe('M0,5L10,5L10,1.2');
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
      placeMap('world', [place('few', 10, 10, 4), place('many', 30, 50, 25), place('none', 0, 0, 0)], [], WORDS),
    );

    expect([...map.matchAll(/class="(unusual-\d)"[^>]* r="(\d+)"/g)].map(([, c, r]) => [c, r])).toEqual([
      ['unusual-4', '15'],
      ['unusual-1', '6'],
    ]);
    expect(map).toContain('href="/entities/many"');
  });

  it('prints no name over another', () => {
    const near = Array.from({ length: 8 }, (_, index) => place(`place-${index}`, 30 + index / 100, 50, 9));

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
        { count: 0, usual: 3 },
        { count: 9, usual: 3 },
        { count: 9, usual: null },
        { count: 8, usual: 3 },
      ]),
    );

    expect([...strip.matchAll(/class="(unusual-\w+)"/g)].map(([, name]) => name)).toEqual([
      'unusual-none',
      'unusual-3',
      'unusual-unknown',
    ]);
    expect(strip).toContain('class="unusual-3" d="M8 0h7v14h-7zM24 0h7v14h-7z"');
  });

  it('draw a span on the axis that it shares with others, however short or old it is', () => {
    const axis = [0, 120_000] as const;
    expect(flat(spanBar([60_000, null], axis))).toContain('d="M60 0h60v6h-60z"');
    expect(flat(spanBar([-9_000, 30_000], axis))).toContain('d="M0 0h30v6h-30z"');
    expect(flat(spanBar([120_000, 120_000], axis))).toContain('d="M118 0h2v6h-2z"');
  });

  it('draw no bar for nothing', () => {
    expect(flat(bars([0, 5, 10], 10))).toContain('d="M4 18v-8.5h3v8.5zM8 18v-17h3v17z"');
  });

  it('hold the last price until now', () => {
    const line = flat(spark([{ at: 0, value: 0.5 }], [], [0, 100]));

    expect(line).toContain('class="market-line" d="M1,11L93.5,11L93.5,11"');
  });
});

describe('the picture of a market', () => {
  const chart: PriceAndLanes = {
    from: NOON - 10 * DAY_MS,
    now: NOON,
    until: NOON + 20 * DAY_MS,
    lastDay: '2026-05-26',
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
    due: [{ at: NOON + DAY_MS, title: 'A meeting whose title is far too long to be printed whole' }],
    lanes: [{ name: 'News', reports: [{ at: NOON - DAY_MS, about: true }], count24h: 1 }],
  };

  it('has price, model, trade, alert, move, calendar entries, and a lane for each kind of source', () => {
    const text = flat(priceAndLanes(chart, WORDS));

    expect(text).toContain('aria-label="T. D."');
    expect(text).toContain('Market 50 %');
    expect(text).toContain('Model 52 %');
    expect(text).toContain('closes 26 May');
    expect(text).toContain('A meeting whose title is far');
    expect(text).not.toContain('printed whole');
    expect(countOf(text, 'class="alert"')).toBe(1);
    expect(countOf(text, 'class="move"')).toBe(1);
    expect(text).toMatch(/>News, 1 in 24 h</);
  });

  it('places names of calendar entries after the line of now, without overlapping the figures', () => {
    const due = [1, 2, 18].map((days) => ({
      at: NOON + days * DAY_MS,
      title: 'Federal Open Market Committee decides, and tells why at length',
    }));
    const text = flat(priceAndLanes({ ...chart, due }, WORDS));
    const nowX = Number(/class="now" d="M([\d.]+)/.exec(text)?.[1]);
    const names = [
      ...text.matchAll(/<text\s+x="([\d.]+)"\s+y="([\d.]+)"\s+(?:text-anchor="(end)")?\s*>(\d+ May [^<]*)</g),
    ].map(([, x, y, side, words]) => ({ x: Number(x), y: Number(y), side, words: words ?? '' }));
    const figures = [...text.matchAll(/class="end \w+" x="[\d.]+" y="([\d.]+)"/g)].map(([, y]) => Number(y));

    expect(names).toHaveLength(3);
    expect(names.at(-1)?.side).toBe('end');
    for (const { x, y, side, words } of names) {
      const left = side === 'end' ? x - words.length * 5.9 : x;
      expect(left).toBeGreaterThan(nowX);
      if (left < nowX + 84) expect(figures.every((figure) => Math.abs(figure - y) >= 13)).toBe(true);
    }
  });

  it('shades bid to ask only for as long as they were quoted', () => {
    const [quoted, bare] = chart.quotes;
    const quotes = [quoted, bare, { ...quoted, at: NOON - HOUR_MS }].flatMap((one) => one ?? []);
    const bands = [
      ...flat(priceAndLanes({ ...chart, quotes: quotes as PriceAndLanes['quotes'] }, WORDS)).matchAll(
        /class="spread" d="M([\d.]+),[^"]*?"/g,
      ),
    ].map(([path]) => [...path.matchAll(/[ML]([\d.]+),/g)].map(([, x]) => Number(x)));
    const [first, second] = bands.map((xs) => [Math.min(...xs), Math.max(...xs)]);

    expect(bands).toHaveLength(2);
    expect(first?.[1]).toBeLessThan(second?.[0] ?? 0);
  });

  it('separates the two figures at the end', () => {
    const [market, answer] = [
      ...flat(priceAndLanes(chart, WORDS)).matchAll(/class="end \w+" x="[\d.]+" y="([\d.]+)"/g),
    ].map(([, y]) => Number(y));

    expect(Math.abs((market ?? 0) - (answer ?? 0))).toBeGreaterThanOrEqual(13);
  });

  it('is drawn for a market that nobody has priced or asked about', () => {
    const text = flat(priceAndLanes({ ...chart, quotes: [], forecasts: [], due: [], until: NOON }, WORDS));

    expect(text).not.toMatch(/Market|Model|closes|NaN/);
  });
});

describe('the gaps of a market', () => {
  it('have a mark for each forecast around the price, the newest large, on a scale of whole tens', () => {
    const text = flat(gapStrip([0.12, -0.06, 0], WORDS));

    expect(
      [...text.matchAll(/class="model" d="M([\d.]+) ([\d.]+)l/g)].map(([, x, y]) => [Number(x), Number(y)]),
    ).toEqual([
      [340.4, 11.5],
      [174.8, 14],
      [230, 14],
    ]);
    expect(text).toContain('+20 points');
  });
});

describe('a reliability diagram', () => {
  it('has a dot with its interval for each bin, and the number of forecasts beneath', () => {
    const bins = [
      { from: 0, to: 0.1, mean_probability: 0.05, yes_rate: 0, ci: [0, 0.3], n: 20 },
      { from: 0.5, to: 0.6, mean_probability: 0.5, yes_rate: 0.5, ci: [0.25, 0.75], n: 5 },
    ] as const;
    const chart = flat(reliability(bins, WORDS));

    expect(countOf(chart, 'class="interval"')).toBe(2);
    expect(chart).toContain('class="model" cx="252" cy="135"');
    expect(chart).toMatch(/class="counts"[^>]*height="46"/);
    expect(chart).toMatch(/class="counts"[^>]*height="11.5"/);
  });
});

describe('intervals', () => {
  it('omit unknown values, state the reason, and keep known ones within the scale', () => {
    const rows = [
      { name: 'a', value: null, interval: null, note: 'needs 100', of: 'model' },
      { name: 'b', value: 0.5, interval: [-3, 9], note: '2 markets', of: 'model', market: 0.25 },
    ] as const;
    const chart = flat(intervals(rows, [0, 1], String, WORDS));

    expect(countOf(chart, 'class="model"')).toBe(1);
    expect(countOf(chart, 'class="market"')).toBe(1);
    expect(chart).toContain('d="M142 42H356"');
    expect(chart).toContain('needs 100');
  });
});

describe('lines of time', () => {
  it('draw values that hold as steps, and a single one as a dot', () => {
    const steps = {
      of: 'model',
      steps: true,
      points: [
        { at: 0, value: 0 },
        { at: DAY_MS, value: 10 },
      ],
    } as const;
    const label = (value: number): string => `$${value}`;
    const two = flat(timeLines({ lines: [steps], range: [0, 10], label }, WORDS));
    const one = flat(
      timeLines({ lines: [{ of: 'market', points: [{ at: 5, value: 3 }] }], range: [3, 3], label }, WORDS),
    );

    expect(two).toContain('d="M76,200L446,200L446,10"');
    expect(two).toContain('$10');
    expect(one).toContain('class="market"');
    expect(one).not.toMatch(/NaN|Infinity/);
  });
});

describe('the picture of a surge', () => {
  it('adds its reports up, and has a lane for each publisher with its copies hollow', () => {
    const at = (minute: number): number => NOON + minute * 60_000;
    const chart = flat(
      surgePicture(
        {
          from: at(0),
          to: at(10),
          window: [at(2), at(7)],
          reports: [at(2), at(3), at(3)],
          usualPerMinute: 0.01,
          surging: at(3),
          lanes: [
            { name: 'A', lang: 'en', reports: [{ at: at(2), copy: false }] },
            {
              name: 'B <b>',
              lang: null,
              reports: [
                { at: at(3), copy: true },
                { at: at(3), copy: false },
              ],
            },
          ],
        },
        WORDS,
      ),
    );

    expect(chart).toContain('3 reports');
    expect(chart).toContain('<title>A surge from here</title>');
    expect(countOf(chart, 'class="copy"')).toBe(1);
    expect(countOf(chart, 'r="3.5"')).toBe(3);
    expect(chart).toContain('B &lt;b&gt;');
    expect(chart).toContain('A, en');
  });
});

describe('the line of a proof', () => {
  it('draws the time before the outcome bold, and no label over another', () => {
    const marks = [0, 1, 2, 100].map(
      (hour) => ({ at: hour * HOUR_MS, shape: '●', name: `mark ${hour}`, when: '1 May 2026, 00:00' }) as const,
    );
    const decided = flat(proofLine(marks, 100 * HOUR_MS, WORDS));
    const open = flat(proofLine(marks, null, WORDS));
    const rows = [...decided.matchAll(/y="(\d+)"\s*><tspan>/g)].map(([, y]) => y);

    expect(decided).toContain('class="claim" d="M16 78H864"');
    expect(open).not.toContain('class="claim"');
    expect(new Set(rows.slice(0, 3)).size).toBe(3);
  });
});
