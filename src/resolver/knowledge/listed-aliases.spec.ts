import type { AliasFile, AliasSeed } from './alias-seed';
import { listedAliases } from './listed-aliases';

const seedOf = (...files: AliasFile[]): AliasSeed => ({
  files,
  refused: [],
  rules: {},
  words: {},
  paradigms: { ru: { m: ['', 'а', 'у'], ое: ['ое', 'ого', 'ому'], е: ['е', 'я', 'ю'] } },
});

describe('listedAliases', () => {
  it('lists names of all languages in their base form', () => {
    const listed = listedAliases(
      seedOf(
        {
          lang: 'en',
          aliases: { iran: { names: ['Iran', { texts: ['Persia', 'Islamic Republic of Iran'] }] } },
        },
        {
          lang: 'ru',
          aliases: { iran: { names: ['Иран|m'] }, 'black-sea': { names: ['Чёрн|ое мор|е'] } },
        },
      ),
    );

    expect(listed.get('iran')).toEqual(['Iran', 'Persia', 'Islamic Republic of Iran', 'Иран']);
    expect(listed.get('black-sea')).toEqual(['Чёрное море']);
  });

  it('leaves out adjectives, inhabitants, seats of power, possessives and other spellings in case', () => {
    const listed = listedAliases(
      seedOf({
        lang: 'en',
        aliases: {
          iran: {
            names: ['Iran', { text: 'iran', case: 'exact' }, "Iran's"],
            demonyms: ['Iranian'],
            metonyms: ['Tehran'],
          },
        },
      }),
    );

    expect(listed.get('iran')).toEqual(['Iran']);
  });
});
