import { compilePatterns, foldedWords } from './question-words';

const matches = (pattern: string, text: string): boolean =>
  compilePatterns([pattern])?.test(foldedWords(text)) ?? false;

describe('compilePatterns', () => {
  it.each([
    ['strike* iran|tehran', 'Strikes on the capital, Tehran?', true],
    ['strike* iran|tehran', 'Tehran strikes back', false],
    ['peace_deal', 'A PEACE-DEAL?', true],
    ['peace_deal', 'peace and a deal', false],
    ['peace deal', 'peace and a fair deal', true],
    ['war end!of', 'war by the end of May', false],
    ['war end!of', 'When will the war in X end?', true],
    ['out$', 'Putin out?', true],
    ['out$', 'Out of Africa', false],
    ['war', 'Warsaw', false],
  ])('%s in “%s”: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it('is empty without a pattern', () => {
    expect(compilePatterns([])).toBeNull();
  });
});
