import type { OutsideClock } from '../../registry/clocks/outside-clock';
import type { FirstSight } from '../../registry/clocks/outside-clock.repository';
import { parseMicros } from '../../platform/common/utc-time';
import { seenBy, seenSentence } from './outside-words';

const MADE = '2026-05-01T00:00:00.000000Z';
const OUTCOME = '2026-05-02T12:00:00.000000Z';

const sight = (kind: FirstSight['kind'], name: string, at: string, chain: FirstSight['chain'] = null): FirstSight => ({
  kind,
  name,
  time: parseMicros(at) ?? 0,
  chain,
});
const one = sight('witness', 'one', '2026-05-01T00:03:00.000000Z');
const stamp = sight('authority', 'tsa', '2026-05-01T00:04:00.000000Z', 'checked');
const two = sight('witness', 'two', '2026-05-01T00:05:00.000000Z');
const late = sight('witness', 'late', '2026-05-03T00:00:00.000000Z');

describe('the sentence on outside clocks', () => {
  it.each<[string, string | null, FirstSight[], string]>([
    [
      'of those on time',
      OUTCOME,
      [one, stamp, two],
      'Seen before the outcome by 2 witnesses and 1 time-stamping authority, the first 3 minutes after it was made.',
    ],
    [
      'of one that was late too',
      OUTCOME,
      [one, late],
      'Seen before the outcome by 1 witness, the first 3 minutes after it was made; 1 witness saw it only after the outcome.',
    ],
    [
      'where all were late',
      OUTCOME,
      [late],
      'Only our own clock says so: 1 witness saw it only after the outcome, which proves nothing about the forecast.',
    ],
    [
      'where nobody saw it',
      OUTCOME,
      [],
      'Only our own clock says so: no time-stamping authority or witness has stated a head of the log with it.',
    ],
    ['of an open market', null, [one], 'Seen by 1 witness, the first 3 minutes after it was made.'],
    [
      'of an authority without a root',
      null,
      [{ ...stamp, chain: 'not checked' }],
      'Seen by 1 time-stamping authority, the first 4 minutes after it was made; whose certificates lead where was not checked.',
    ],
  ])('of a forecast is true %s', (_, resolved, sights, sentence) => {
    expect(seenSentence(MADE, resolved, sights)).toBe(sentence);
  });

  it('of the log names those who have seen it, and nobody else', () => {
    const clock = (kind: OutsideClock['kind'], size: number): OutsideClock => ({
      id: `${kind} ${size}`,
      kind,
      name: `${kind} ${size}`,
      url: '',
      tree_size: size,
      time: null,
      asked_at: null,
      due_at: 0,
      failures: 0,
      state: 'held',
      reason: null,
    });
    expect(seenBy([clock('witness', 4), clock('witness', 3), clock('authority', 4), clock('authority', 0)])).toBe(
      '2 witnesses and 1 time-stamping authority',
    );
    expect(seenBy([clock('authority', 0)])).toBeNull();
  });
});
