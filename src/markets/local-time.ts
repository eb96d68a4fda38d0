/** Converts times of day in a text ("11:59 PM ET", "23:59 (UTC+2)", "noon Kyiv time") to instants. */
import { HOUR_MS, MINUTE_MS } from '../platform/common/durations';

/** The zone of both exchanges' rules. */
export const EXCHANGE_ZONE = 'America/New_York';

/**
 * Names and abbreviations of zones, and the IANA zone. EST is the time in New York also in summer: rules say "5pm EST on
 * August 9th" for what the clock there shows.
 */
const ZONES: readonly (readonly [RegExp, string])[] = (
  [
    ['z|zulu|coordinated universal', 'UTC'],
    ['et|est|edt|us eastern|eastern|new york|washington', 'America/New_York'],
    ['ct|cdt|us central', 'America/Chicago'],
    ['mt|mst|mdt|us mountain|mountain', 'America/Denver'],
    ['pt|pst|pdt|us pacific|pacific|california', 'America/Los_Angeles'],
    ['bst|uk|british|london', 'Europe/London'],
    ['cet|cest|central european|paris|berlin|brussels|rome|vienna|geneva', 'Europe/Paris'],
    ['eet|eest|eastern european|kyiv|kiev|ukrainian|ukraine', 'Europe/Kyiv'],
    ['msk|moscow|russian', 'Europe/Moscow'],
    ['trt|turkish|turkey|istanbul|ankara', 'Europe/Istanbul'],
    ['idt|israeli|israel|jerusalem|tel aviv|gaza', 'Asia/Jerusalem'],
    ['beirut|lebanese|lebanon', 'Asia/Beirut'],
    ['damascus|syrian|syria', 'Asia/Damascus'],
    ['baghdad|iraqi|iraq', 'Asia/Baghdad'],
    ['ast|riyadh|saudi|arabia', 'Asia/Riyadh'],
    ['sanaa|yemeni|yemen', 'Asia/Aden'],
    ['irst|tehran|iranian|iran', 'Asia/Tehran'],
    ['gst|gulf|dubai|uae', 'Asia/Dubai'],
    ['pkt|pakistani|pakistan|islamabad', 'Asia/Karachi'],
    ['indian|india|delhi', 'Asia/Kolkata'],
    ['beijing|chinese|china|shanghai', 'Asia/Shanghai'],
    ['taipei|taiwanese|taiwan', 'Asia/Taipei'],
    ['kst|korean|korea|seoul', 'Asia/Seoul'],
    ['jst|japanese|japan|tokyo', 'Asia/Tokyo'],
    ['khartoum|sudanese|sudan', 'Africa/Khartoum'],
    ['caracas|venezuelan|venezuela', 'America/Caracas'],
  ] as const
).map(([names, zone]) => [new RegExp(`^(?:${names})(?![a-z])`, 'i'), zone]);

const OFFSET = /^(?:utc|gmt) ?([+\-−–]) ?(\d{1,2})(?::?(\d\d))?/i;
const UTC = /^(?:utc|gmt)(?![a-z])/i;
/** IST is Israel's or India's time: the text decides. */
const IST = /^ist(?![a-z])/i;
const OF_INDIA = /\b(?:india|pakistan|kashmir)/i;

interface Zone {
  /** IANA name, or ms ahead of UTC. */
  readonly clock: string | number;
  readonly length: number;
}

/** The zone at the start of a text. @param about the whole text, for ambiguous names */
const zoneAt = (text: string, about: string): Zone | null => {
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    const [whole, sign, hours, minutes = '0'] = offset;
    const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
    return { clock: sign === '+' ? ahead : -ahead, length: whole.length };
  }
  const utc = UTC.exec(text);
  if (utc !== null) return { clock: 'UTC', length: utc[0].length };
  const ist = IST.exec(text);
  if (ist !== null) return { clock: OF_INDIA.test(about) ? 'Asia/Kolkata' : 'Asia/Jerusalem', length: ist[0].length };
  for (const [names, clock] of ZONES) {
    const found = names.exec(text);
    if (found !== null) return { clock, length: found[0].length };
  }
  return null;
};

const CLOCK =
  /\b(?:(\d{1,2})(?::(\d\d)(?::\d\d)?)? ?([ap])\.?m\b\.?|(\d{1,2}):(\d\d)(?::\d\d)?(?!\d)|(noon|midnight)\b)/gi;

export interface ClockTime {
  readonly minutes: number;
  readonly clock: string | number;
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
}

const GAP = /^[ ,(]{0,3}(?:local (?:time (?:in |of )?\(?)?)?/i;
export const DAY_MINUTES = 24 * 60;

/** The clock behind a date without a time of day: "by April 2, 2026 (Kyiv time)"; null if none is named. */
export const clockOfDay = (text: string, about: string): ClockTime['clock'] | null => {
  const gap = GAP.exec(text)?.[0].length ?? 0;
  const zone = zoneAt(text.slice(gap), about);
  if (zone === null) return null;
  return /^(?: standard| daylight| summer| local){0,2} time\b/i.test(text.slice(gap + zone.length)) ? zone.clock : null;
};

export const clockTimes = (text: string, about: string): readonly ClockTime[] => {
  let read = 0;
  return [...text.matchAll(CLOCK)].flatMap((match) => {
    const minutes = minutesOf(match);
    // The offset in "23:59 UTC+03:30" is not a second time.
    if (minutes === null || match.index < read) return [];
    let to = match.index + match[0].length;
    const gap = GAP.exec(text.slice(to))?.[0].length ?? 0;
    const zone = zoneAt(text.slice(to + gap), about);
    if (zone !== null) to += gap + zone.length;
    const rest = /^(?: standard| daylight| summer| local){0,2}(?: time)?\)?/i.exec(text.slice(to))?.[0].length ?? 0;
    read = to + rest;
    return [{ minutes, clock: zone?.clock ?? EXCHANGE_ZONE, from: match.index, to: read }];
  });
};

const minutesOf = ([, hour12, minute12 = '0', half, hour24, minute24, word]: RegExpExecArray): number | null => {
  if (word !== undefined) return word.toLowerCase() === 'noon' ? 12 * 60 : DAY_MINUTES;
  const minute = Number(hour12 === undefined ? minute24 : minute12);
  const hour = hour12 === undefined ? Number(hour24) : (Number(hour12) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0);
  return hour > 24 || minute > 59 ? null : hour * 60 + minute;
};

/** The instant (UTC ms) of so many minutes after the midnight of a calendar day on a clock. */
export const instantOf = (day: number, minutes: number, clock: string | number): number => {
  const shown = day + minutes * MINUTE_MS;
  if (typeof clock === 'number') return shown - clock;
  // The offset at that instant, not at midnight: clocks change at night.
  const near = shown - offsetAt(shown, clock);
  return shown - offsetAt(near, clock);
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a zone is ahead of UTC at an instant. */
const offsetAt = (instant: number, zone: string): number => {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? -ahead : ahead;
};
