import { sha256Hex } from '../common/sha256';
import { RecentAnswers } from './recent-answers.service';

describe('recent answers', () => {
  it('are found by the hash of their text', () => {
    const answers = new RecentAnswers();
    const sha256 = answers.keep({ ticker: 'A', yes_bid: 0.4 });
    expect(sha256).toBe(sha256Hex('{"ticker":"A","yes_bid":0.4}'));
    expect(answers.get(sha256)).toBe('{"ticker":"A","yes_bid":0.4}');
    expect(answers.get('0'.repeat(64))).toBeNull();
  });

  it('are dropped from the oldest on, unless they were repeated', () => {
    const answers = new RecentAnswers(3 * '{"n":0}'.length);
    const [first, second, third] = [0, 1, 2].map((n) => answers.keep({ n }));
    answers.keep({ n: 0 });
    const fourth = answers.keep({ n: 3 });
    const found = [first, second, third, fourth].map((sha256) => answers.get(sha256 ?? '') !== null);
    expect(found).toEqual([true, false, true, true]);
  });
});
