import { LastMade } from './last-made';

const later = (): { promise: Promise<string>; done: (value: string) => void; fail: () => void } => {
  let done: (value: string) => void = () => undefined;
  let fail: () => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    done = resolve;
    fail = () => {
      reject(new Error('no'));
    };
  });
  return { promise, done, fail };
};

describe('LastMade', () => {
  it('makes each state once, for all who ask', async () => {
    const kept = new LastMade<string>(1);
    let made = 0;
    const make = (): Promise<string> => Promise.resolve(`made ${(made += 1)}`);

    expect(await Promise.all([kept.get('a', '1', make), kept.get('a', '1', make)])).toEqual(['made 1', 'made 1']);
    expect(await kept.get('a', '1', make)).toBe('made 1');
    expect(await kept.current('a', '2', make)).toBe('made 2');
    expect(await kept.get('b', '2', make)).toBe('made 3');
  });

  it('answers with the last one while the next is made, or where it fails', async () => {
    const kept = new LastMade<string>(1);
    const [slow, failing] = [later(), later()];
    await kept.get('a', '1', () => Promise.resolve('first'));

    expect(await kept.get('a', '2', () => slow.promise)).toBe('first');
    slow.done('second');
    await slow.promise;
    expect(await kept.current('a', '2', () => Promise.reject(new Error('made already')))).toBe('second');
    failing.fail();
    expect(await kept.get('a', '3', () => failing.promise)).toBe('second');
  });

  it('makes a newer state after the one that is being made', async () => {
    const kept = new LastMade<string>(1);
    const slow = later();
    const first = kept.current('a', '1', () => slow.promise);
    const second = kept.current('a', '2', () => Promise.resolve('second'));
    slow.done('first');

    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(kept.all()).toEqual([{ name: 'a', state: '2', value: 'second' }]);
  });
});
