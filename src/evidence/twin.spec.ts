import { loadEvidenceRule } from './evidence-seed.provider';
import { isSameByAnotherDay, isTwin } from './twin';

const rule = loadEvidenceRule();

const twins = (a: string, b: string): boolean =>
  isTwin(rule, a, rule.scopeOf({ id: 'm', question: b, description: null }));

/** Pairs written for this test before it was run. */
const SAME: readonly (readonly [string, string])[] = [
  ['Will Israel strike Iran before July 2026?', 'Israel strikes Iran by June 30, 2026?'],
  ['Will Putin cease to be president of Russia before 2027?', 'Putin out as President of Russia by December 31, 2026?'],
  ['Will Russia and Ukraine agree to a ceasefire by the end of 2026?', 'Russia x Ukraine ceasefire before 2027?'],
  ['Will China invade Taiwan by 31 December 2026?', 'China invasion of Taiwan before 2027?'],
  ['Will Iran close the Strait of Hormuz in 2026?', 'Strait of Hormuz closed by Iran before 2027?'],
  ['Will North Korea test a nuclear weapon before 2027?', 'North Korea nuclear test by December 31, 2026?'],
  ['Metaculus: Will Zelensky and Putin meet before October 2026?', 'Putin meets with Zelensky by September 30, 2026?'],
  ['Will Israel and Saudi Arabia normalise relations before 2027?', 'Saudi Arabia x Israel normalization in 2026?'],
  ['Will Hezbollah be disarmed by the end of 2026?', 'Will Hezbollah disarm in 2026?'],
];

const OTHER: readonly (readonly [string, string])[] = [
  ['Will Israel strike Iran before July 2026?', 'Israel strikes Iran by July 31, 2026?'],
  ['Will Israel strike Iran before July 2026?', 'Israel strikes Lebanon by June 30, 2026?'],
  ['Will Putin cease to be president of Russia before 2027?', 'Will Putin visit China before 2027?'],
  ['Will Russia and Ukraine agree to a ceasefire by the end of 2026?', 'Russia x Ukraine ceasefire before 2026?'],
  ['Will China invade Taiwan by 31 December 2026?', 'Will China blockade Taiwan by December 31, 2026?'],
  [
    'Will 1,000 prisoners be swapped by Russia and Ukraine in 2026?',
    'Will 500 prisoners be swapped by Russia and Ukraine in 2026?',
  ],
  ['Will it rain in Kent in 2026?', 'Will it rain in Kent in 2026?'],
  ['Will Brent crude hit $100 by June 30, 2026?', 'Will Brent crude hit $120 by June 30, 2026?'],
  ['Iran x Israel ceasefire by May 2026?', 'Iran x Israel ceasefire broken by May 2026?'],
];

describe('isTwin', () => {
  it.each(SAME)('%s = %s', (a, b) => {
    expect(twins(a, b)).toBe(true);
    expect(twins(b, a)).toBe(true);
  });

  it.each(OTHER)('%s ≠ %s', (a, b) => {
    expect(twins(a, b)).toBe(false);
    expect(twins(b, a)).toBe(false);
  });
});

describe('isSameByAnotherDay', () => {
  it.each([
    ['Will the US strike Iran by November 30, 2026?', 'Will the United States strike Iran by December 31, 2026?', true],
    ['Will the US strike Iran by November 30, 2026?', 'US strikes Iran before 2027?', true],
    ['Will the US strike Iran by November 30, 2026?', 'Will Israel strike Iran by December 31, 2026?', false],
    ['Will Israel strike Iran by November 30, 2026?', 'Will Iran strike Israel by November 29, 2026?', false],
    ['Will the US strike Iran by November 30, 2026?', 'Will the US strike Iran in December 2026?', false],
    ['Will Iran fire 100 missiles at Israel by June 30?', 'Will Iran fire 50 missiles at Israel by July 31?', false],
  ])('of “%s” and “%s” is %s', (a, b, same) => {
    expect(isSameByAnotherDay(rule, a, rule.scopeOf({ id: 'm', question: b, description: null }))).toBe(same);
  });
});
