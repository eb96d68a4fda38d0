import { TextUnits } from './text-units';
import { WORD_HASH_FACTOR, WordBook, isHead, isMember, type KnownWord } from './word-book';

const bookOf = (): { book: WordBook; politics: number; sport: number } => {
  const book = new WordBook();
  const politics = book.add({ whole: ['vote', 'ממשלה'], stems: ['elect'], heads: [] });
  const sport = book.add({ whole: ['goal'], stems: [], heads: ['world'] });
  return { book, politics, sport };
};

const read = (book: WordBook, written: string): KnownWord => {
  const units = new TextUnits();
  units.load(`x ${written}`);
  const { codes, length } = units;
  const hash = codes
    .subarray(2, length)
    .reduce((before, unit) => (Math.imul(before, WORD_HASH_FACTOR) + unit) | 0, 0);
  return book.read(codes, 2, length, hash);
};

describe('WordBook', () => {
  it.each([
    ['a whole word, folded', 'VOTÉ', true],
    ['a stem', 'elections', true],
    ['a word behind a Hebrew prefix', 'הממשלה', true],
    ['more than a whole word', 'voter', false],
    ['less than a stem', 'elec', false],
    ['a word of another set', 'goal', false],
  ])('knows %s', (_, written, member) => {
    const { book, politics } = bookOf();

    expect(isMember(read(book, written), politics)).toBe(member);
  });

  it('tells the first word of a phrase from a word of the set', () => {
    const { book, sport } = bookOf();
    const world = read(book, 'World');

    expect([isHead(world, sport), isMember(world, sport)]).toEqual([true, false]);
    expect([world.folded, world.capital, world.upper]).toEqual(['world', true, false]);
  });

  it('keeps a word as it is written, among many others', () => {
    const { book } = bookOf();
    const first = read(book, 'Vote');
    const others = Array.from({ length: 50_000 }, (_, index) => read(book, `w${String(index)}`));

    expect(others.every(({ folded }, index) => folded === `w${String(index)}`)).toBe(true);
    expect(read(book, 'Vote')).toEqual(first);
    expect(read(book, 'vote').capital).toBe(false);
  });
});
