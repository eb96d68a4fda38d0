import type { AliasEntry, AliasFile, AliasSeed, EntityAliases } from './alias-seed';
import { listedNames } from './listed-names';

const seedOf = (...files: AliasFile[]): AliasSeed => ({
  files,
  refused: [],
  rules: {},
  words: {},
  paradigms: { ru: { m: ['', 'а', 'у'], ое: ['ое', 'ого', 'ому'], е: ['е', 'я', 'ю'] } },
});

/** The texts of one kind of an entity that has these aliases in one language. */
const textsOf = (lang: string, aliases: EntityAliases, kind = 'name'): string[] =>
  (listedNames(seedOf({ lang, aliases: { iran: aliases } })).get('iran') ?? [])
    .filter((name) => name.kind === kind)
    .map(({ text }) => text);

describe('listedNames', () => {
  it('lists names of all languages in their base form, with adjectives and seats of power', () => {
    const listed = listedNames(
      seedOf(
        {
          lang: 'en',
          aliases: {
            iran: { names: ['Iran', { texts: ['Persia', 'Islamic Republic of Iran'] }], demonyms: ['Iranian'] },
          },
        },
        {
          lang: 'ru',
          aliases: { iran: { names: ['Иран|m'], metonyms: ['Тегеран|m'] }, 'black-sea': { names: ['Чёрн|ое мор|е'] } },
        },
      ),
    );

    expect(listed.get('iran')).toEqual([
      { text: 'Iran', lang: 'en', kind: 'name' },
      { text: 'Persia', lang: 'en', kind: 'name' },
      { text: 'Islamic Republic of Iran', lang: 'en', kind: 'name' },
      { text: 'Iranian', lang: 'en', kind: 'demonym' },
      { text: 'Иран', lang: 'ru', kind: 'name' },
      { text: 'Тегеран', lang: 'ru', kind: 'metonym' },
    ]);
    expect(listed.get('black-sea')).toEqual([{ text: 'Чёрное море', lang: 'ru', kind: 'name' }]);
  });

  it('leaves out possessives and other spellings in case', () => {
    expect(textsOf('en', { names: ['Iran', { text: 'iran', case: 'exact' }, "Iran's"] })).toEqual(['Iran']);
    expect(textsOf('en', { names: ['Iran', 'iran', "Iran's"] }, 'form')).toEqual([]);
  });

  it.each<[string, string, AliasEntry[], string[]]>([
    ['what names two at once', 'zh', ['伊朗', { text: '伊以', also: ['israel'] }], ['伊朗']],
    ['cases of a name that come before it', 'ru', ['Ирана', 'Ирану', 'Иран'], ['Иран']],
    ['cases as long as the name, behind it', 'ru', ['Россия', 'России', 'Россией'], ['Россия']],
    ['cases as long as a name with a soft sign', 'ru', ['Израиля', 'Израиль'], ['Израиль']],
    ['cases of two words', 'ru', ['Сектор Газа', 'секторе Газа', 'Сектора Газы'], ['Сектор Газа']],
    ['what begins small where names have capitals', 'en', ['Brent', 'oil prices', 'the Strip'], ['Brent', 'the Strip']],
    ['a name behind a preposition of Hebrew', 'he', ['הרצועה', 'ברצועה', 'לרצועה'], ['הרצועה']],
  ])('calls a form: %s', (_, lang, names, expected) => {
    expect(textsOf(lang, { names })).toEqual(expected);
  });

  it('keeps other names that begin alike, short ones, and those of languages without cases', () => {
    expect(textsOf('ru', { names: ['Хезболла', 'Хизболла', 'Партия Аллаха'] })).toHaveLength(3);
    expect(textsOf('ru', { names: ['США', 'Соединенные Штаты', 'Соединенные Штаты Америки'] })).toHaveLength(3);
    expect(textsOf('en', { names: ['Houthi', 'Houthis'] })).toHaveLength(2);
  });

  it('keeps forms apart', () => {
    const aliases = { names: ['伊朗'], forms: ['伊外长'] };
    expect([textsOf('zh', aliases), textsOf('zh', aliases, 'form')]).toEqual([['伊朗'], ['伊外长']]);
  });
});
