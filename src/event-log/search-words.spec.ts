import fc from 'fast-check';
import { luceneQuery, searchRuns, searchText } from './search-words';

/** Whether an item with this title is found by this search: the rule that the database applies. */
const finds = (query: string, title: string): boolean => {
  const text = searchText(title, null);
  const runs = searchRuns(query);
  return runs.length > 0 && runs.every((run) => text.includes(run));
};

describe('searchRuns and searchText', () => {
  it.each([
    ['iran', 'IRAN: talks resume'],
    ['Iran', 'Iran’s navy sails'],
    ['iran', "L'Iran dément"],
    ['iran', 'Déclaration de l’Iran'],
    ['Türkiye', "Türkiye'de seçim"],
    ['turkiye', 'TÜRKİYE büyüyor'],
    ['missile', 'Missiles over the strait'],
    ['Иран', 'Санкции против Ирана'],
    ['Израилем', 'Израиль ответил'],
    ['Україна', 'Удар по Україні'],
    ["Слов'янськ", 'Обстріл Слов’янська'],
    ['ایران', 'قالت إيران اليوم'],
    ['إيران', 'وإيران ترد'],
    ['العراق', 'في العراق'],
    ['بالعراق', 'هجوم في العراق'],
    ['ישראל', 'תקיפה בישראל'],
    ['לבנון', 'כוחות בלבנון'],
    ['以色列', '伊朗与以色列交火'],
    ['伊', '伊朗宣布'],
    ['ＩＲＡＮ', 'Iran'],
    ['naïve café', 'Cafe of the naive'],
    ['"red sea"', 'Ships leave the Red Sea'],
    ['سپاه', 'سـپاه پاسداران'],
  ])('finds %s in %s', (query, title) => {
    expect(finds(query, title)).toBe(true);
  });

  it.each([
    ['iran', 'Iraq and Syria'],
    ['以色列', '以及 色彩 列车'],
    ['"red sea"', 'The sea turned red'],
    ['mali', 'Somalia votes'],
    ['iran israel', 'Iran alone'],
  ])('does not find %s in %s', (query, title) => {
    expect(finds(query, title)).toBe(false);
  });

  it('does not join the last word of a title to the first of the extract', () => {
    expect(searchText('Red', 'Sea')).not.toContain(searchRuns('"red sea"')[0]);
  });

  it('has nothing to search for in punctuation', () => {
    expect(searchRuns('?! … "" --')).toEqual([]);
  });

  it('finds no word in a sign that is of a script and no letter', () => {
    expect(searchRuns('⺀ ⿰')).toEqual([]);
  });

  it('makes of any text whatever a Lucene query of letters, digits and blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(luceneQuery(searchRuns(text))).toMatch(/^(\+"[\p{L}\p{N} ]+" ?)*$/u);
      }),
    );
  });

  it('finds every item by its own title, in any mix of scripts', () => {
    const word = fc.constantFrom('Iran', 'Иран', 'إيران', 'ישראל', '伊朗', 'Türkiye', '3', 'a');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        expect(finds(words.join(' '), words.join(' '))).toBe(true);
      }),
    );
  });
});
