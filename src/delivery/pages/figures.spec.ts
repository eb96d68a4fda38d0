import {
  closesIn,
  count,
  counted,
  day,
  dayAndMonth,
  deadlineWords,
  duration,
  fixed,
  lastDay,
  modelFigure,
  percent,
  percentText,
  pointsBetween,
  signedUsd,
  time,
} from './figures';
import { outward } from './links';
import { decisionOf, foreign, spoken } from './names';
import { html } from '../../platform/common/html';

const shown = (value: Parameters<typeof html>[1]): string => html`${value}`.toString();

describe('points', () => {
  it('are between the percents that a reader sees, so that parts add up', () => {
    expect(percentText(0.316)).toBe('32\u00a0%');
    expect(percentText(0.164)).toBe('16\u00a0%');
    expect(pointsBetween(0.316, 0.164)).toBe(-16);
    expect(pointsBetween(0.316, 0.25) + pointsBetween(0.25, 0.164)).toBe(-16);
  });
});

describe('figures', () => {
  it.each([
    [percent(0.342), '34\u00A0%'],
    [percent(-0.05), '\u22125\u00A0%'],
    [percent(0.342, 1), '34.2\u00A0%'],
    [percent(0), '0\u00A0%'],
    [percent(0.004), '&lt;1\u00A0%'],
    [percent(0.9987), '&gt;99\u00A0%'],
    [percent(0.9987, 1), '99.9\u00A0%'],
    [percent(1), '100\u00A0%'],
    [fixed(-0.5), '−0.50'],
    [signedUsd(133.98), '+$133.98'],
    [signedUsd(-4), '−$4.00'],
    [count(1234567), '1\u202F234\u202F567'],
    [counted(1, 'item'), '1 item'],
    [counted(2, 'family', 'families'), '2 families'],
    [duration(90 * 60_000), '1 h 30 min'],
    [duration(3 * 3_600_000), '3 h'],
    [spoken('militant_group'), 'Militant group'],
    [day('2026-05-07'), '7 May 2026'],
    [dayAndMonth('2026-05-07'), '7 May'],
  ])('%s is %s', (value, expected) => {
    expect(shown(value)).toBe(expected);
  });

  it('state that there are none', () => {
    expect(shown(percent(null))).toContain('class="unseen"');
    expect(shown(time(null))).toContain('not known');
  });

  it('keep the exact instant for machines', () => {
    expect(shown(time('2026-05-07T11:58:00.000001Z'))).toBe(
      '<time datetime="2026-05-07T11:58:00.000001Z">7 May 2026, 11:58</time>',
    );
  });
});

it.each([
  ['void', null, 'void'],
  ['void', 'YES', 'void'],
  ['settled', 'NO', 'NO'],
  ['settled', null, 'settled'],
  ['closed', null, null],
  ['open', null, null],
])('a market that is %s with the outcome %s was decided: %s', (status, outcome, decision) => {
  expect(decisionOf({ status, outcome })).toBe(decision);
});

describe('the figure of a model', () => {
  const at = Date.parse('2026-11-26T12:00:00Z');
  const figure = (madeAt: string): string => String(modelFigure({ probability_yes: 0.6712, made_at: madeAt }, at));

  it.each([
    ['2026-11-26T11:48:00Z', '12 min ago', false],
    ['2026-11-26T12:00:01Z', 'just now', false],
    ['2026-11-25T16:00:00Z', '20 h ago', false],
    ['2026-11-24T16:00:00Z', '44 h ago', true],
    ['2026-11-11T12:00:00Z', '15 days ago', true],
  ])('of %s is %s', (madeAt, age, old) => {
    expect(
      figure(madeAt)
        .replace(/<[^>]*>/g, '')
        .replace(/[ \n]+/g, ' '),
    ).toBe(`67\u00A0% ${age}`);
    expect(figure(madeAt).includes('model-word old')).toBe(old);
  });

  it('is empty without answers', () => {
    expect(String(modelFigure(null, at))).toContain('no forecast');
  });
});

describe('deadlines', () => {
  it.each([
    ['2026-12-15T05:00:00.000000Z', '2026-12-14', 'at the end of 14 Dec 2026 in New York'],
    ['2026-07-01T04:00:00.000000Z', '2026-06-30', 'at the end of 30 Jun 2026 in New York'],
    ['2026-12-15T00:00:00.000000Z', '2026-12-15', 'on 15 Dec 2026, 00:00 UTC'],
  ])('%s is the end of the day that its question names', (instant, last, words) => {
    expect(lastDay(instant)).toBe(last);
    expect(shown(deadlineWords(instant)).replace(/<[^>]+>/g, '')).toBe(words);
  });
});

describe('text from outside', () => {
  it('has its own language and direction', () => {
    expect(shown(foreign('<b>ایران', 'fa'))).toBe('<bdi lang="fa">&lt;b&gt;ایران</bdi>');
  });

  it('links only where a link is safe', () => {
    expect(shown(outward('javascript:alert(1)', 'x'))).toBe('x');
    expect(shown(outward(null, 'x'))).toBe('x');
    expect(shown(outward('https://a.example/?a=1&b="', 'x'))).toContain('href="https://a.example/?a=1&amp;b=&quot;"');
  });
});

describe('the time until a market closes', () => {
  const deadline = '2026-11-29T05:00:00Z';

  it.each([
    ['2026-11-09T06:00:00Z', '20 days'],
    ['2026-11-28T04:59:00Z', '2 days'],
    ['2026-11-28T19:07:00Z', '10 hours'],
    ['2026-11-29T04:30:00Z', '1 hour'],
    ['2026-11-29T05:00:00Z', 'past'],
  ])('at %s is %s', (now, words) => {
    expect(shown(closesIn(deadline, Date.parse(now))).replace(/<[^>]*>/g, '')).toBe(words);
  });
});
