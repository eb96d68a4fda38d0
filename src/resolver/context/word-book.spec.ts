import { CODES, TextUnits } from '../folding/text-units';
import { HEAD, MEMBER, TAIL, WORD_HASH_FACTOR, WordBook } from './word-book';

const bookOf = (): { book: WordBook; politics: number; sport: number } => {
  const book = new WordBook();
  const politics = book.add({
    whole: ['vote', 'ממשלה'],
    stems: ['elect'],
    heads: [],
    tails: [],
    lists: [],
  });
  const sport = book.add({
    whole: ['goal'],
    stems: [],
    heads: ['world'],
    tails: ['cup'],
    lists: [],
  });
  return { book, politics, sport };
};

const read = (book: WordBook, written: string): number => {
  const units = new TextUnits();
  units.load(`x ${written}`);
  const hash = CODES.subarray(2, units.length).reduce(
    (before, unit) => (Math.imul(before, WORD_HASH_FACTOR) + unit) | 0,
    0,
  );
  return book.read(2, units.length, hash);
};

const standing = (book: WordBook, written: string, set: number): number =>
  book.standing(book.row(read(book, written)), set);

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

    expect(standing(book, written, politics)).toBe(member ? MEMBER : 0);
  });

  it('knows the words of the lists that a set names, and not those of others', () => {
    const book = new WordBook();
    const lists = Array.from({ length: 40 }, (_, index) =>
      book.addList({
        whole: [`word${String(index)}`],
        stems: [],
        heads: [`head${String(index)}`],
        tails: [`tail${String(index)}`],
      }),
    );
    const named = [lists[1], lists[39]].flatMap((list) => list ?? []);
    const set = book.add({ whole: ['own'], stems: [], heads: ['head1'], tails: [], lists: named });
    const other = book.add({ whole: [], stems: [], heads: [], tails: [], lists: [] });

    const of = (word: string): number => standing(book, word, set);
    expect(['word1', 'word39', 'own'].map(of)).toEqual([MEMBER, MEMBER, MEMBER]);
    expect(['head1', 'head39'].map(of)).toEqual([HEAD, HEAD]);
    expect(['tail1', 'tail39'].map(of)).toEqual([TAIL, TAIL]);
    expect(['word0', 'word38', 'head0'].map(of)).toEqual([0, 0, 0]);
    expect(['word1', 'own'].map((word) => standing(book, word, other))).toEqual([0, 0]);
  });

  it('tells the first word of a phrase from a word of the set', () => {
    const { book, sport } = bookOf();
    const world = book.word(read(book, 'World'));

    expect(standing(book, 'World', sport)).toBe(HEAD);
    expect([world.folded, world.capital, world.upper]).toEqual(['world', true, false]);
  });

  it('keeps a word as it is written, among many others', () => {
    const { book, politics } = bookOf();
    const first = { ...book.word(read(book, 'Vote')) };
    const long = 'elections'.repeat(9);
    const others = Array.from({ length: 60_000 }, (_, index) => {
      book.tidy();
      return book.word(read(book, `w${String(index)}`)).folded;
    });

    expect(others.every((folded, index) => folded === `w${String(index)}`)).toBe(true);
    expect(book.word(read(book, 'Vote'))).toEqual(first);
    expect(book.word(read(book, 'vote')).capital).toBe(false);
    expect(standing(book, 'Vote', politics)).toBe(MEMBER);
    expect(read(book, `${long}a`)).not.toBe(read(book, `${long}b`));
    expect(book.word(read(book, `${long}a`)).written).toBe(`${long}a`);
  });

  it('finds a word again under its number', () => {
    const { book } = bookOf();
    const first = read(book, 'Vote');
    read(book, 'goal');

    expect(read(book, 'Vote')).toBe(first);
  });
});
