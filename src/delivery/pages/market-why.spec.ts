import { askedAgain } from './market-why';

describe('when a market is asked about again', () => {
  it.each([
    ['due: schedule', 'at the next update'],
    [
      'asked within the last 20 days',
      'when reports surge or its price moves by five points; otherwise not within 20 days of the last time',
    ],
    [
      'confluence 0.2 below 0.4',
      'when 2 kinds of source report on it (now 1), or when reports surge or its price moves by five points',
    ],
    ['past_deadline', 'no more: its deadline has passed'],
    ['no quote', 'not yet: no quote'],
  ])('%s', (note, words) => {
    expect(askedAgain(note).replaceAll('\u00A0', ' ')).toBe(words);
  });
});
