import { HostPace } from './host-pace';

describe('HostPace', () => {
  it('spreads requests to one host and leaves others alone', () => {
    const pace = new HostPace();

    const waits = [pace.take('a', 100, 0), pace.take('a', 100, 10), pace.take('b', 100, 10), pace.take('a', 100, 10)];

    expect(waits).toEqual([0, 90, 0, 190]);
  });

  it('forgets a slot that has passed', () => {
    const pace = new HostPace();
    pace.take('a', 100, 0);

    expect(pace.take('a', 100, 100)).toBe(0);
  });
});
