import fc from 'fast-check';
import { ALONE, HASHED_UNITS_MAX, buildAliasHeads, hashBehind, hashOn, mayHold } from './alias-heads';

const hashOf = (text: string): number =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).reduce(hashOn, 0);

const holds = (names: readonly string[], hash: number): boolean => {
  const { bits, shift } = buildAliasHeads(names);
  return mayHold(bits, shift, hash);
};

describe('the hash of a head', () => {
  it('follows for the end of a word from the hashes of the whole and of the beginning', () => {
    const parts = fc.string({ maxLength: HASHED_UNITS_MAX / 2 });
    fc.assert(
      fc.property(parts, parts, (before, behind) => {
        expect(hashBehind(hashOf(before + behind), hashOf(before), behind.length)).toBe(hashOf(behind));
      }),
    );
  });
});

describe('the set of heads', () => {
  it.each([
    ['a name of one word', 'iran', 'iran'],
    ['the first of several words', 'new york', 'new'],
    ['a blank and three letters more, where a name goes on', 'new york', 'new yor'],
    ['an apostrophe and three letters more', "d'ivoire", "d'ivo"],
    ['blanks for the letters that there are not', 'plan b', 'plan b  '],
    ['a blank for what is behind a short word', 'a la carte', 'a la '],
    ['two characters of Chinese', '霍尔木兹海峡', '霍尔'],
    ['one character, where the name has no more', '美', '美'],
  ])('holds %s', (_, name, head) => {
    expect(holds([name], hashOf(head))).toBe(true);
  });

  it('distinguishes a name of one word from a word with which a name begins', () => {
    expect(holds(['iran'], hashOn(hashOf('iran'), ALONE))).toBe(true);
    expect(holds(['new york'], hashOn(hashOf('new'), ALONE))).toBe(false);
    expect(holds(['new york'], hashOf('new you'))).toBe(false);
  });

  it('contains the Chinese characters with which a name begins', () => {
    const { hanFirst } = buildAliasHeads(['伊朗', 'iran']);
    const begins = (char: string): boolean => {
      const unit = char.charCodeAt(0);
      return (((hanFirst[unit >>> 5] ?? 0) >>> unit) & 1) === 1;
    };

    expect(['伊', '朗', 'i'].map(begins)).toEqual([true, false, false]);
  });

  it('does not hold the beginning of a word', () => {
    expect(holds(['iran'], hashOf('ira'))).toBe(false);
  });
});
