import fc from 'fast-check';
import { cleanText, cut, forTerminal, headlineOf, oneLine, summaryOf, titleOf } from './plain-text';

describe('oneLine', () => {
  it('makes every run of white space one space', () => {
    expect(oneLine(' a\n\tb\u00A0\u2028c ')).toBe('a b c');
  });

  it('drops control characters and marks that turn the reading direction', () => {
    expect(oneLine('safe\u202Etxt\u2066.exe\u0000\u0085')).toBe('safetxt.exe');
  });

  it('keeps the joiners that Persian and emoji need', () => {
    expect(oneLine('می\u200Cرود 👩\u200D🚀')).toBe('می\u200Cرود 👩\u200D🚀');
  });

  it('leaves well-formed text whatever comes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(text).isWellFormed()));
    expect(cleanText('a\uD800b').isWellFormed()).toBe(true);
  });
});

describe('cut', () => {
  it('cuts at a word where one is near', () => {
    expect(cut('alpha beta gamma', 13)).toBe('alpha beta…');
    expect(cut('onetwothreefour', 5)).toBe('onet…');
    expect(cut('short', 5)).toBe('short');
  });

  it('never grows beyond the limit nor splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const short = cut(text, max);
        return short.length <= Math.max(max, 1) && short.isWellFormed();
      }),
    );
  });
});

describe('titles and extracts', () => {
  it('are empty or null when nothing is left', () => {
    expect([titleOf(' \u0000 '), headlineOf(''), summaryOf('  '), summaryOf(null)]).toEqual(['', '', null, null]);
  });

  it('are limited in length', () => {
    const long = 'word '.repeat(1000);

    expect([
      titleOf(long).length <= 1000,
      headlineOf(long).length <= 300,
      (summaryOf(long) ?? '').length <= 1000,
    ]).toEqual([true, true, true]);
  });
});

describe('forTerminal', () => {
  it.each([
    ['a title of the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['a cleared screen in eight bits', '\u009b2J', '\\u009b2J'],
    ['an overwritten line', 'WRONG\ryes  ', 'WRONG\\u000dyes  '],
    ['a reversed direction', '\u202egnissim\u2066', '\\u202egnissim\\u2066'],
    ['half a character', 'half \ud83d', 'half \\ud83d'],
  ])('writes %s as its code', (_what, text, shown) => {
    expect(forTerminal(text)).toBe(shown);
  });

  it('leaves words of any language, tabs and lines as they are', () => {
    const text = 'ایران\tחדשות\n台湾 🚀 “é”';

    expect(forTerminal(text)).toBe(text);
  });

  it('leaves a line of JSON the same JSON', () => {
    const value = { name: '\u001b[2J \u009b \u202e \u2028 \ud83d', list: ['a\nb'] };

    expect(JSON.parse(forTerminal(JSON.stringify(value)))).toEqual(value);
  });
});
