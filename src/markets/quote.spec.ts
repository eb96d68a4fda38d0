import fc from 'fast-check';
import { complement, midOf, mirrored, quotedPrice, spreadOf } from './quote';

describe('quotedPrice', () => {
  it.each([
    ['0.5600', 0.56],
    [0.0055, 0.0055],
    ['0.0000', null],
    [1, null],
    [0, null],
    ['', null],
    [null, null],
    [-0.2, null],
    [56, null],
  ])('reads %p as %p', (value, price) => {
    expect(quotedPrice(value)).toBe(price);
  });
});

describe('midOf and spreadOf', () => {
  it('are exact where binary fractions are not', () => {
    expect(midOf({ bid: 0.1, ask: 0.2 })).toBe(0.15);
    expect(spreadOf({ bid: 0.1, ask: 0.3 })).toBe(0.2);
    expect(midOf({ bid: 0.005, ask: 0.006 })).toBe(0.0055);
  });

  it('are null when nobody quotes a side', () => {
    expect(midOf({ bid: null, ask: 0.4 })).toBeNull();
    expect(spreadOf({ bid: null, ask: 0.4 })).toBeNull();
  });

  it('keep the mid between bid and ask', () => {
    const ticks = fc.integer({ min: 1, max: 9_999 });
    fc.assert(
      fc.property(ticks, ticks, (one, other) => {
        const bid = Math.min(one, other) / 10_000;
        const ask = Math.max(one, other) / 10_000;
        const mid = midOf({ bid, ask }) ?? NaN;
        return mid >= bid && mid <= ask;
      }),
    );
  });
});

describe('mirrored', () => {
  it('turns the best NO bid into the YES ask', () => {
    expect(mirrored({ bid: 0.93, ask: 0.94 })).toEqual({ bid: 0.06, ask: 0.07 });
    expect(complement(null)).toBeNull();
  });
});
