import { html, type Html } from '../../platform/common/html';
import { formatMicros, parseMicros } from '../../platform/common/utc-time';
import type { OutsideClock } from '../../registry/clocks/outside-clock';
import type { FirstSight } from '../../registry/clocks/outside-clock.repository';
import { table } from './elements';
import { count, counted, none, time } from './figures';

const SPANS = [
  [86_400e6, 'day'],
  [3_600e6, 'hour'],
  [60e6, 'minute'],
  [1e6, 'second'],
] as const;

/** `36 hours`, `3 minutes`: in the largest unit with at least two. @param micros microseconds */
export const spanOf = (micros: number): string => {
  const [unit, name] = SPANS.find(([size]) => micros >= 2 * size) ?? SPANS[3];
  return counted(Math.max(0, Math.floor(micros / unit)), name);
};

const who = (sights: readonly FirstSight[]): string => {
  const of = (kind: FirstSight['kind']): number =>
    new Set(sights.filter((one) => one.kind === kind).map(({ name }) => name)).size;
  const [witnesses, authorities] = [of('witness'), of('authority')];
  return [
    ...(witnesses === 0 ? [] : [counted(witnesses, 'witness', 'witnesses')]),
    ...(authorities === 0 ? [] : [counted(authorities, 'time-stamping authority', 'time-stamping authorities')]),
  ].join(' and ');
};

/** @param resolvedAt null while undecided @param sights first sight by each outside clock of a log with the forecast */
export const seenSentence = (madeAt: string, resolvedAt: string | null, sights: readonly FirstSight[]): string => {
  const made = parseMicros(madeAt) ?? 0;
  const resolved = resolvedAt === null ? null : parseMicros(resolvedAt);
  const before = resolved === null ? sights : sights.filter((one) => one.time <= resolved);
  const [first] = before;
  if (first !== undefined) {
    const after = `the first ${spanOf(first.time - made)} after it was made`;
    const unchecked = before.every(({ chain }) => chain === 'not checked')
      ? '; whose certificates lead where was not checked'
      : '';
    const late = sights.filter((one) => !before.includes(one));
    const only = late.length === 0 ? '' : `; ${who(late)} saw it only after the outcome`;
    return `Seen ${resolved === null ? '' : 'before the outcome '}by ${who(before)}, ${after}${unchecked}${only}.`;
  }
  return sights.length === 0
    ? `Only our own clock says so: no time-stamping authority or witness has stated a head of the log with it.`
    : `Only our own clock says so: ${who(sights)} saw it only after the outcome, which proves nothing about the forecast.`;
};

/** `2 witnesses and 1 time-stamping authority`, or null before any has seen the log. */
export const seenBy = (clocks: readonly OutsideClock[]): string | null => {
  const seen = clocks.filter(({ tree_size: size }) => size > 0);
  return seen.length === 0
    ? null
    : who(seen.map(({ kind, name, time: at }) => ({ kind, name, time: at ?? 0, chain: null })));
};

const STATES: Readonly<Record<OutsideClock['state'], string>> = {
  held: 'answered',
  refused: 'answered, and is not believed',
  failed: 'did not answer',
  'not asked': 'not asked yet',
};

export const clocksSection = (clocks: readonly OutsideClock[], demo: boolean): Html | null =>
  clocks.length === 0
    ? null
    : html`<h2>Clocks outside</h2>
        <p>
          Time-stamping authorities and witnesses are shown each new head of the log. What they state says when it was
          there without a word of ours; none of them judges a forecast.
          ${demo && 'Those of this demo are invented: one lies, one never answers, one is late.'}
          <a href="/api/registry/timestamps/index.json">Time stamps (JSON)</a> ·
          <a href="/api/registry/outside-clocks.jsonl">all that they stated (JSON Lines)</a>
        </p>
        ${table('Clocks outside', clocks, [
          [{ title: 'Who' }, ({ name }) => name],
          ['As', ({ kind }) => (kind === 'authority' ? 'time-stamping authority' : 'witness')],
          ['Last', ({ state, reason }) => (reason === null ? STATES[state] : html`${STATES[state]}: ${reason}`)],
          [{ figure: 'Entries seen' }, ({ tree_size: size }) => (size === 0 ? none('none') : count(size))],
          ['By its clock', ({ time: at }) => (at === null ? none('never') : time(formatMicros(at)))],
        ])}`;
