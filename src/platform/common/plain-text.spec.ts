import fc from 'fast-check';
import { cleanText, cut, headlineOf, oneLine, summaryOf, titleOf } from './plain-text';

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
