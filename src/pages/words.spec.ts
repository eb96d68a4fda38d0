import {
  count,
  counted,
  day,
  duration,
  fixed,
  foreign,
  outward,
  percent,
  signedUsd,
  spoken,
  time,
} from './words';
import { html } from '../common/html';

const shown = (value: Parameters<typeof html>[1]): string => html`${value}`.toString();

describe('figures', () => {
  it.each([
    [percent(0.342), '34\u00A0%'],
    [percent(-0.05), '\u22125\u00A0%'],
    [percent(0.342, 1), '34.2\u00A0%'],
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
  ])('%s is %s', (value, expected) => {
    expect(shown(value)).toBe(expected);
  });

  it('say in words that there is none', () => {
    expect(shown(percent(null))).toContain('class="unseen"');
    expect(shown(time(null))).toContain('not known');
  });

  it('keep the exact instant for machines', () => {
    expect(shown(time('2026-05-07T11:58:00.000001Z'))).toBe(
      '<time datetime="2026-05-07T11:58:00.000001Z">7 May 2026, 11:58</time>',
    );
  });
});

describe('text from outside', () => {
  it('stands in its own language and direction', () => {
    expect(shown(foreign('<b>ایران', 'fa'))).toBe('<bdi lang="fa">&lt;b&gt;ایران</bdi>');
  });

  it('links only where a link is safe', () => {
    expect(shown(outward('javascript:alert(1)', 'x'))).toBe('x');
    expect(shown(outward(null, 'x'))).toBe('x');
    expect(shown(outward('https://a.example/?a=1&b="', 'x'))).toContain(
      'href="https://a.example/?a=1&amp;b=&quot;"',
    );
  });
});
