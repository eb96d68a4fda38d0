import { parseFeedDate } from './feed-date';

const iso = (text: string, lang: string | null = null): string | null => {
  const instant = parseFeedDate(text, lang);
  return instant === null ? null : new Date(instant).toISOString();
};

describe('parseFeedDate', () => {
  it.each([
    ['Tue, 17 Feb 2026 10:20:30 GMT', '2026-02-17T10:20:30.000Z'],
    ['Tue, 17 Feb 2026 10:20:30 +0330', '2026-02-17T06:50:30.000Z'],
    ['17 Feb 2026 10:20 -0500', '2026-02-17T15:20:00.000Z'],
    ['Tue, 17 Feb 26 10:20:30 EST', '2026-02-17T15:20:30.000Z'],
    ['Fri, 17 Feb 95 10:20:30 Z', '1995-02-17T10:20:30.000Z'],
    ['Tue, 17 Feb 2026 10:20:30 MSK', '2026-02-17T07:20:30.000Z'],
    ['Tue, 17 Feb 2026 10:20:30 BST', '2026-02-17T09:20:30.000Z'],
    ['Tue, 17 Feb 2026 10:20:30 GMT+0300 (MSK)', '2026-02-17T07:20:30.000Z'],
    ['Tue, 17 Feb 2026 10:20:30', '2026-02-17T10:20:30.000Z'],
    ['Tuesday, 17-Feb-26 10:20:30 GMT', '2026-02-17T10:20:30.000Z'],
    ['Tue Feb 17 10:20:30 2026', '2026-02-17T10:20:30.000Z'],
    ['Tue, Feb 17 2026 02:02:33 PM', '2026-02-17T14:02:33.000Z'],
    ['Tuesday, February 17, 2026 12:05 AM', '2026-02-17T00:05:00.000Z'],
    ['Tue, 17(th) Feb(ruary) 2026 01:39 +0000 (GMT or so)', '2026-02-17T01:39:00.000Z'],
    ['Tue, 17 Feb 2026 24:00:00 GMT', '2026-02-18T00:00:00.000Z'],
    ['Tue, 17 Feb 2026 23:59:60 GMT', '2026-02-17T23:59:59.000Z'],
  ])('reads %s as RFC 822 and its kin', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    ['2026-02-17T10:20:30Z', '2026-02-17T10:20:30.000Z'],
    ['2026-02-17T10:20:30.123456+03:30', '2026-02-17T06:50:30.123Z'],
    ['2026-02-17 10:20:30', '2026-02-17T10:20:30.000Z'],
    ['2026-02-17T10:20-08:00', '2026-02-17T18:20:00.000Z'],
    ['2026-02-17', '2026-02-17T00:00:00.000Z'],
    ['20260217T102030Z', '2026-02-17T10:20:30.000Z'],
    ['2026-048', '2026-02-17T00:00:00.000Z'],
    ['2026/2/17 10:20', '2026-02-17T10:20:00.000Z'],
    ['2026年2月17日 下午3:20', '2026-02-17T15:20:00.000Z'],
    ['٢٠٢٦-٠٢-١٧ ١٠:٢٠', '2026-02-17T10:20:00.000Z'],
    ['1771323600', '2026-02-17T10:20:00.000Z'],
    ['1771323600000', '2026-02-17T10:20:00.000Z'],
  ])('reads %s, year first', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it.each([
    ['Вт, 17 фев 2026 10:20:00 +0300', '2026-02-17T07:20:00.000Z'],
    ['17 лютого 2026, 10:20', '2026-02-17T10:20:00.000Z'],
    ['mar. 05 mars 2024 10h20', '2024-03-05T10:20:00.000Z'],
    ['mar, 05 mar 2024 10:00:00 +0100', '2024-03-05T09:00:00.000Z'],
    ['Sex, 03 Jan 2025 23:47:02 -0300', '2025-01-04T02:47:02.000Z'],
    ['Di, 17 März 2026 10:20:00 +0100', '2026-03-17T09:20:00.000Z'],
    ['17 Şubat 2026 Salı 10:20', '2026-02-17T10:20:00.000Z'],
    ['יום שלישי, 17 בפברואר 2026 10:20', '2026-02-17T10:20:00.000Z'],
    ['17 فبراير 2026 10:20', '2026-02-17T10:20:00.000Z'],
    ['17 كانون الثاني 2026', '2026-01-17T00:00:00.000Z'],
    ['17 فوریه 2026 10:20', '2026-02-17T10:20:00.000Z'],
    ['सोमवार, 17 फरवरी 2026 10:20', '2026-02-17T10:20:00.000Z'],
  ])('reads %s in its language', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('reads the Iranian solar calendar, whose years no other feed can mean', () => {
    expect(iso('1403/05/12 14:30')).toBe('2024-08-02T14:30:00.000Z');
    expect(iso('سه شنبه ۲۹ بهمن ۱۴۰۴ - ۱۰:۲۰')).toBe('2026-02-18T10:20:00.000Z');
    expect(iso('1399/12/30')).toBe('2021-03-20T00:00:00.000Z');
    expect(iso('1400/12/30')).toBeNull();
    expect(iso('1403/12/30')).toBe('2025-03-20T00:00:00.000Z');
    expect(iso('1404/01/01')).toBe('2025-03-21T00:00:00.000Z');
  });

  it('agrees with the calendar of the runtime on every month of the Iranian years', () => {
    const format = new Intl.DateTimeFormat('en-u-ca-persian', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    });
    for (let year = 1371; year <= 1420; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const instant = parseFeedDate(`${year}/${month}/1`) ?? Number.NaN;
        const part = (type: string): string | undefined =>
          format.formatToParts(instant).find((p) => p.type === type)?.value;

        expect([part('year'), part('month'), part('day')]).toEqual([String(year), String(month), '1']);
      }
    }
  });

  it('reads a dotted date as day.month.year, and a slashed one only where it is unambiguous', () => {
    expect(iso('02.03.2026 10:20')).toBe('2026-03-02T10:20:00.000Z');
    expect(iso('13/02/2026')).toBe('2026-02-13T00:00:00.000Z');
    expect(iso('02/13/2026')).toBe('2026-02-13T00:00:00.000Z');
    expect(iso('02/03/2026')).toBeNull();
    expect(iso('02/03/2026', 'en')).toBeNull();
    expect(iso('02/03/2026', 'fr')).toBe('2026-03-02T00:00:00.000Z');
  });

  it('reads a zone name as its source means it', () => {
    expect(iso('17 Feb 2026 10:20 CST')).toBe('2026-02-17T16:20:00.000Z');
    expect(iso('17 Feb 2026 10:20 CST', 'zh')).toBe('2026-02-17T02:20:00.000Z');
    expect(iso('17 Feb 2026 10:20 IST')).toBe('2026-02-17T04:50:00.000Z');
    expect(iso('17 Feb 2026 10:20 IST', 'he')).toBe('2026-02-17T08:20:00.000Z');
  });

  it.each([
    '',
    'yesterday',
    'Tue, 31 Feb 2026 10:20:00 GMT',
    '2026-02-30',
    '2026-13-01',
    '2026-02-17T25:00:00Z',
    '2026-02-17T10:61:00Z',
    '17 Feb 2026 10:20 XYZ',
    '17 Feb 2026 10:20 +2500',
    '2026-02',
    '2026',
    'Feb 2026',
    '10:20',
    '0',
    '0000-00-00 00:00:00',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '0001-01-01T00:00:00Z',
    '17 Feb 2026 13:20 and more',
    '1'.repeat(5000),
  ])('is null for %p, and invents nothing', (text) => {
    expect(iso(text)).toBeNull();
  });
});
