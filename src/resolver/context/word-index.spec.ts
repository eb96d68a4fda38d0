import { CODES, TextUnits } from '../folding/text-units';
import { HEAD, MEMBER, TAIL, WORD_HASH_FACTOR, WordIndex } from './word-index';

const indexOfWords = (): { words: WordIndex; politics: number; sport: number } => {
  const words = new WordIndex();
  const politics = words.add({
    whole: ['vote', 'ממשלה'],
    stems: ['elect'],
    heads: [],
    tails: [],
    lists: [],
  });
  const sport = words.add({
    whole: ['goal'],
    stems: [],
    heads: ['world'],
    tails: ['cup'],
    lists: [],
  });
  return { words, politics, sport };
};

const read = (words: WordIndex, written: string): number => {
  const units = new TextUnits();
  units.load(`x ${written}`);
  const hash = CODES.subarray(2, units.length).reduce(
    (before, unit) => (Math.imul(before, WORD_HASH_FACTOR) + unit) | 0,
    0,
  );
  return words.read(2, units.length, hash);
};

const standing = (words: WordIndex, written: string, set: number): number =>
  words.standing(words.row(read(words, written)), set);

describe('WordIndex', () => {
  it.each([
    ['a whole word, folded', 'VOTÉ', true],
    ['a stem', 'elections', true],
    ['a word behind a Hebrew prefix', 'הממשלה', true],
    ['more than a whole word', 'voter', false],
    ['less than a stem', 'elec', false],
    ['a word of another set', 'goal', false],
  ])('contains %s', (_, written, member) => {
    const { words, politics } = indexOfWords();

    expect(standing(words, written, politics)).toBe(member ? MEMBER : 0);
  });

  it('contains the words of the lists that a set names, and not those of others', () => {
    const words = new WordIndex();
    const lists = Array.from({ length: 40 }, (_, index) =>
      words.addList({
        whole: [`word${String(index)}`],
        stems: [],
        heads: [`head${String(index)}`],
        tails: [`tail${String(index)}`],
      }),
    );
    const named = [lists[1], lists[39]].flatMap((list) => list ?? []);
    const set = words.add({ whole: ['own'], stems: [], heads: ['head1'], tails: [], lists: named });
    const other = words.add({ whole: [], stems: [], heads: [], tails: [], lists: [] });

    const of = (word: string): number => standing(words, word, set);
    expect(['word1', 'word39', 'own'].map(of)).toEqual([MEMBER, MEMBER, MEMBER]);
    expect(['head1', 'head39'].map(of)).toEqual([HEAD, HEAD]);
    expect(['tail1', 'tail39'].map(of)).toEqual([TAIL, TAIL]);
    expect(['word0', 'word38', 'head0'].map(of)).toEqual([0, 0, 0]);
    expect(['word1', 'own'].map((word) => standing(words, word, other))).toEqual([0, 0]);
  });

  it('distinguishes the first word of a phrase from a word of the set', () => {
    const { words, sport } = indexOfWords();
    const world = words.word(read(words, 'World'));

    expect(standing(words, 'World', sport)).toBe(HEAD);
    expect([world.folded, world.capital, world.upper]).toEqual(['world', true, false]);
  });

  it('keeps a word as it is written, among many others', () => {
    const { words, politics } = indexOfWords();
    const first = { ...words.word(read(words, 'Vote')) };
    const long = 'elections'.repeat(9);
    const others = Array.from({ length: 60_000 }, (_, index) => {
      words.tidy();
      return words.word(read(words, `w${String(index)}`)).folded;
    });

    expect(others.every((folded, index) => folded === `w${String(index)}`)).toBe(true);
    expect(words.word(read(words, 'Vote'))).toEqual(first);
    expect(words.word(read(words, 'vote')).capital).toBe(false);
    expect(standing(words, 'Vote', politics)).toBe(MEMBER);
    expect(read(words, `${long}a`)).not.toBe(read(words, `${long}b`));
    expect(words.word(read(words, `${long}a`)).written).toBe(`${long}a`);
  });

  it('finds a word again under its number', () => {
    const { words } = indexOfWords();
    const first = read(words, 'Vote');
    read(words, 'goal');

    expect(read(words, 'Vote')).toBe(first);
  });
});
