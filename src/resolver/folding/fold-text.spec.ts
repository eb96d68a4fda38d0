import fc from 'fast-check';
import { foldText } from './fold-text';
import { normalize } from './normalize-text';

describe('foldText', () => {
  it.each([
    ['case', 'IRAN', 'iran'],
    ['diacritics', 'Érdoğan Türkiye', 'erdogan turkiye'],
    ['decomposed letters', 'Nicola\u0301s', 'nicolas'],
    ['й and ї as letters, composed or not', 'Кита\u0438\u0306', 'китай'],
    ['ё as е', 'Чёрное', 'черное'],
    ['full width', 'Ｉｒａｎ', 'iran'],
    ['zero-width characters', 'I\u200bra\u00adn', 'iran'],
    ['styled letters', '𝗜𝗿𝗮𝗻', 'iran'],
    ['HTML entities, also twice escaped', 'Iran&#39;s &amp;quot;S&amp;P&quot;', 'iran\'s "s&p"'],
    ['curly quotes and geresh', 'צ׳אד “x”', 'צ\'אד "x"'],
    ['hyphens and spaces', 'Tel\u2011Aviv  –\u00a0Yafo', 'tel aviv yafo'],
    [
      'letters that others spell with two',
      'Manœuvres ÆGIS Straße man&oelig;uvre',
      'manoeuvres aegis strasse manoeuvre',
    ],
    ['dotted and dotless i', 'İran ırak', 'iran irak'],
    ['Arabic letters, tatweel and harakat', 'ایـــران کیف', 'ايران كيف'],
    ['a non-joiner in Persian', 'تل\u200cآویو', 'تل اويو'],
    ['a non-joiner elsewhere', 'I\u200cran', 'iran'],
    ['niqqud', 'עַזָּה', 'עזה'],
    ['traditional Chinese', '烏克蘭', '乌克兰'],
    ['Arabic presentation forms', '\ufe8d\ufef3\ufeae\ufe8d\ufee5', 'ايران'],
  ])('folds %s', (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folds a variant of a letter that is written with two to one letter', () => {
    expect(foldText('ᴭ ǽ Ǽ')).toBe('a a a');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = foldText(text);

        expect(foldText(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('normalize', () => {
  it('keeps the way back to the original', () => {
    const { text, rewrites } = normalize('A&#39;s e\u0301');

    expect(text).toBe("A's é");
    expect([rewrites.startOf(1), rewrites.endOf(1)]).toEqual([1, 6]);
    expect([rewrites.startOf(3), rewrites.endOf(3)]).toEqual([7, 8]);
    expect([rewrites.startOf(4), rewrites.endOf(4)]).toEqual([8, 10]);
  });
});
