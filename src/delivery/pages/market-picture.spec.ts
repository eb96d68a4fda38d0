import { odds } from './market-picture';

describe('odds', () => {
  it.each([
    [0.7, 'about 7 in 10'],
    [0.5, 'about 5 in 10'],
    [0.9, 'about 9 in 10'],
    [0.069, 'about 1 in 14'],
    [0.95, 'about 19 in 20'],
    [0.004, 'less than 1 in 100'],
    [0.999, 'more than 99 in 100'],
  ])('of %d are %s', (share, words) => {
    expect(odds(share)).toBe(words);
  });
});
