import { AnswerCache } from './answer-cache.service';
import { ManualClock } from '../../../test/support/manual-clock';
import { KeptAnswer } from './kept-answer';

const answer = (bytes: number): KeptAnswer =>
  new KeptAnswer({ route: '/v1/x', body: Buffer.alloc(bytes), etag: 'W/"a"', headers: {} });

const open = (clock: ManualClock, answerCacheSeconds = 30): AnswerCache =>
  new AnswerCache(clock, { answerCacheSeconds });

describe('AnswerCache', () => {
  it('returns an answer until the state changes', () => {
    const cache = open(new ManualClock(0));
    const kept = answer(10);

    cache.put('/v1/x', cache.version, kept);
    const before = cache.get('/v1/x');
    cache.advance();

    expect([before, cache.get('/v1/x')]).toEqual([kept, null]);
  });

  it('does not keep an answer that was begun before the state changed', () => {
    const cache = open(new ManualClock(0));
    const { version } = cache;

    cache.advance();
    cache.put('/v1/x', version, answer(10));

    expect(cache.get('/v1/x')).toBeNull();
  });

  it('lets an answer go after half a minute, for ticks of other instances', () => {
    const clock = new ManualClock(0);
    const cache = open(clock);

    cache.put('/v1/x', cache.version, answer(10));
    clock.advance(29_999_000);
    const young = cache.get('/v1/x');
    clock.advance(1_000);

    expect(young).not.toBeNull();
    expect(cache.get('/v1/x')).toBeNull();
  });

  it('stays within its bytes however many addresses are asked for', () => {
    const cache = open(new ManualClock(0));

    for (let index = 0; index < 200; index++) cache.put(`/v1/x?limit=${index}`, cache.version, answer(900_000));

    const kept = Array.from({ length: 200 }, (_, index) => cache.get(`/v1/x?limit=${index}`));
    expect(kept.filter((entry) => entry !== null).length).toBe(37);
    expect(kept.at(-1)).not.toBeNull();
    expect(kept[0]).toBeNull();
  });

  it('keeps nothing where it is switched off', () => {
    const cache = open(new ManualClock(0), 0);

    cache.put('/v1/x', cache.version, answer(10));

    expect(cache.get('/v1/x')).toBeNull();
  });

  it('never keeps an answer that is too large', () => {
    const cache = open(new ManualClock(0));

    cache.put('/v1/x', cache.version, answer(2_000_000));

    expect(cache.get('/v1/x')).toBeNull();
  });
});
