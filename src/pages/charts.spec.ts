import { dayTicks, intervalChart, lineChart, niceTicks, reliabilityChart } from './charts';

const words = { title: 'A & B', description: 'Two <lines>.' };
const chart = {
  ...words,
  series: [
    {
      name: 'A',
      points: [
        { x: 0, y: 0 },
        { x: 10, y: 1 },
      ],
    },
  ],
  xRange: [0, 10],
  yRange: [0, 1],
  xTicks: [],
  yTicks: [{ at: 0.5, label: 'half' }],
} as const;

describe('lineChart', () => {
  it('gives the same bytes for the same data', () => {
    expect(lineChart(chart).toString()).toBe(lineChart(chart).toString());
  });

  it('says what it shows, escaped', () => {
    const svg = lineChart(chart).toString();

    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).toContain('Two &lt;lines&gt;.');
    expect(svg).toContain('role="img"');
  });

  it('draws a line from the lower left to the upper right', () => {
    expect(lineChart(chart).toString()).toContain('d="M38.0 184.0L420.0 12.0"');
  });

  it('draws values that hold as steps, and a single one as a point', () => {
    const [series] = chart.series;
    const steps = lineChart({ ...chart, series: [{ ...series, steps: true }] }).toString();
    const single = lineChart({ ...chart, series: [{ name: 'A', points: [{ x: 5, y: 0.5 }] }] });

    expect(steps).toContain('d="M38.0 184.0H420.0V12.0"');
    expect(single.toString()).toContain('<circle class="mark-1"');
  });

  it('never writes a number that is none, whatever the range', () => {
    const flat = lineChart({ ...chart, xRange: [3, 3], yRange: [1, 1] }).toString();

    expect(flat).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('reliabilityChart', () => {
  it('shows the count and the interval of each bin', () => {
    const svg = reliabilityChart(
      [{ meanProbability: 0.5, yesRate: 0.25, interval: [0.1, 0.5], count: 17 }],
      words,
    ).toString();

    expect(svg).toMatch(/>17<\/text\s*>/);
    expect(svg).toContain('class="interval"');
    expect(svg).toContain('class="ideal"');
  });
});

describe('intervalChart', () => {
  it('leaves out what is not known, and keeps within its range what is', () => {
    const svg = intervalChart(
      [
        { label: 'a', value: null, interval: null, count: 0 },
        { label: 'b', value: 0.5, interval: [-3, 9], count: 2 },
      ],
      [0, 1],
      [],
      words,
    ).toString();

    expect(svg.match(/<circle/g)).toHaveLength(1);
    expect(svg).toContain('V12.0');
    expect(svg).toContain('n 0');
  });
});

describe('ticks', () => {
  it.each([
    [
      [0, 1],
      ['0.00', '0.25', '0.50', '0.75', '1.00'],
    ],
    [
      [-1000, 250],
      ['−1000', '−500', '0'],
    ],
    [
      [0, 0.03],
      ['0.000', '0.010', '0.020', '0.030'],
    ],
  ] as const)('of %j are %j', (range, labels) => {
    expect(niceTicks(range).map(({ label }) => label)).toEqual(labels);
  });

  it('of two days are midnights, of two hours are hours', () => {
    const noon = Date.UTC(2026, 4, 7, 12);

    expect(dayTicks([noon, noon + 2 * 86_400_000]).map(({ label }) => label)).toEqual([
      '8 May',
      '9 May',
    ]);
    expect(dayTicks([noon, noon + 2 * 3_600_000]).map(({ label }) => label)).toEqual([
      '12:00',
      '13:00',
      '14:00',
    ]);
  });
});
