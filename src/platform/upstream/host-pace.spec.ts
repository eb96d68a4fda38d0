import { HostPace, serverOf } from './host-pace';

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

describe('serverOf', () => {
  it.each([
    ['https://query1.finance.yahoo.com/v8/finance/chart/A', 'query1.finance.yahoo.com'],
    ['http://127.0.0.1:9000/telegram/s/a', '127.0.0.1:9000/telegram'],
    ['http://127.0.0.1:9000/clob/books', '127.0.0.1:9000/clob'],
    ['http://stand-in:80/', 'stand-in/'],
  ])('%s is %s', (url, server) => {
    expect(serverOf(new URL(url))).toBe(server);
  });
});
