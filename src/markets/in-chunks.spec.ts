import { UpstreamError } from '../platform/upstream/upstream-request';
import { inChunks } from './in-chunks';

const numbers = Array.from({ length: 10 }, (_, n) => n);
const open = new AbortController().signal;

describe('inChunks', () => {
  it('keeps the results of other parts when some fail, and counts the failures', async () => {
    const { found, failure, unasked } = await inChunks(numbers, { size: 3, atOnce: 2, signal: open }, (some) =>
      some.includes(4) ? Promise.reject(new Error('HTTP 500')) : Promise.resolve(some),
    );

    expect(found).toEqual([0, 1, 2, 6, 7, 8, 9]);
    expect(failure).toBe('1 of 4 requests failed, first: HTTP 500');
    expect(unasked).toBe(0);
  });

  it('halves a refused request until a single entry is refused, with a limit', async () => {
    const asked: number[] = [];
    const refused = new UpstreamError('status', 'HTTP 422', { status: 422 });
    const { found, failure } = await inChunks(numbers, { size: 5, atOnce: 1, signal: open }, (some) => {
      asked.push(some.length);
      return some.includes(7) ? Promise.reject(refused) : Promise.resolve(some);
    });

    expect(found).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9]);
    expect(failure).toBe('1 of 4 requests failed, first: HTTP 422');
    expect(asked).toEqual([5, 5, 3, 2, 1, 2]);

    let requests = 0;
    const many = Array.from({ length: 2_000 }, (_, n) => n);
    const { found: none } = await inChunks(many, { size: 20, atOnce: 8, signal: open }, () => {
      requests += 1;
      return Promise.reject(new UpstreamError('too-large', 'Too large'));
    });
    expect([none, requests]).toEqual([[], 132]);
  });

  it('starts nothing after its time, and counts the rest', async () => {
    const time = new AbortController();
    const asked: number[] = [];
    const { found, failure, unasked } = await inChunks(numbers, { size: 2, atOnce: 1, signal: time.signal }, (some) => {
      asked.push(...some);
      if (some.includes(2)) time.abort();
      return Promise.resolve(some);
    });

    expect([asked, found]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
    expect([failure, unasked]).toEqual([null, 6]);
  });

  it('has no more under way than it may', async () => {
    let under = 0;
    let most = 0;
    await inChunks(numbers, { size: 1, atOnce: 3, signal: open }, async (some) => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 2));
      under -= 1;
      return some;
    });

    expect(most).toBe(3);
  });
});
