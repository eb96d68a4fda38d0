/** The invented world of `samples/`. "Sample time" is UTC ms in the samples, "demo time" UTC ms in the service. */
import { DAY_MS, MINUTE_MS } from '../platform/common/durations';

export interface SampleWorld {
  readonly synthetic: true;
  /** First instant of the samples, ISO UTC. */
  readonly epoch: string;
  /** Days of past built by a first start. */
  readonly history_days: number;
  readonly total_days: number;
  /** Times of the surges, ISO UTC. */
  readonly surges_at: readonly string[];
  /** Hosts that fail on purpose, and how. */
  readonly faults: Readonly<Record<string, 'error_500' | 'hang' | 'html_page'>>;
}

export class SampleTime {
  constructor(
    private readonly world: SampleWorld,
    /** Demo time minus sample time, ms: whole minutes, so that times stay round. */
    readonly shiftMs: number,
  ) {}

  /** The shift that puts the end of the history at `firstStart` (demo time). */
  static endingAt(world: SampleWorld, firstStart: number): SampleTime {
    const end = Date.parse(world.epoch) + world.history_days * DAY_MS;
    return new SampleTime(world, Math.floor((firstStart - end) / MINUTE_MS) * MINUTE_MS);
  }

  toDemo(sample: number): number {
    return sample + this.shiftMs;
  }

  toSample(demo: number): number {
    return demo - this.shiftMs;
  }

  /** Demo time of the first instant of the samples. */
  get start(): number {
    return this.toDemo(Date.parse(this.world.epoch));
  }

  get end(): number {
    return this.start + this.world.total_days * DAY_MS;
  }
}

/** A date format: dates are found by its pattern and replaced by shifted ones. */
interface DateForm {
  readonly pattern: RegExp;
  readonly parse: (found: string) => number;
  readonly format: (instant: Date, found: string) => string;
}

/** Machine-readable formats. */
const STAMPS: readonly DateForm[] = [
  {
    // 2026-01-05T10:00:00.000Z, …+00:00
    pattern: /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g,
    parse: Date.parse,
    format: (instant, found) => {
      const text = instant.toISOString();
      const seconds = found.includes('.') ? text.slice(0, -1) : text.slice(0, 19);
      return `${seconds}${found.endsWith('Z') ? 'Z' : '+00:00'}`;
    },
  },
  {
    // Mon, 05 Jan 2026 10:00:00 +0000
    pattern: /\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0000/g,
    parse: Date.parse,
    format: (instant) => instant.toUTCString().replace('GMT', '+0000'),
  },
];

/** A day in a question: January 19, 2026. */
const SPOKEN_DAY: DateForm = {
  pattern:
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}\b/g,
  parse: (found) => Date.parse(`${found} UTC`),
  format: (instant) => instant.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' }),
};

/** Shifts every date in a text by `shiftMs`. */
export const shiftDates = (text: string, shiftMs: number): string =>
  [...STAMPS, SPOKEN_DAY].reduce(
    (shifted, { pattern, parse, format }) =>
      shifted.replace(pattern, (found) => format(new Date(parse(found) + shiftMs), found)),
    text,
  );

/** The first machine-readable date in a text, sample time, or null. */
export const firstDate = (text: string): number | null => {
  const found = STAMPS.map(({ pattern }) => new RegExp(pattern.source).exec(text))
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index)[0];
  return found === undefined ? null : Date.parse(found[0]);
};
