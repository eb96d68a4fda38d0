import { conditionForms, conditionTicker } from './condition-id';

const V1 = `0x${'ab'.repeat(32)}`;
const V2 = `0x01${'cd'.repeat(30)}`;

describe('conditionTicker', () => {
  it('reads both widths of an id of V2 as one market', () => {
    expect(conditionTicker(V2)).toBe(`${V2}00`);
    expect(conditionTicker(`${V2.toUpperCase().replace('0X', '0x')}00`)).toBe(`${V2}00`);
  });

  it('keeps an id of V1, and refuses other texts', () => {
    expect(conditionTicker(V1)).toBe(V1);
    expect(['0x12', '600002', '', null].map(conditionTicker)).toEqual([null, null, null, null]);
  });
});

describe('conditionForms', () => {
  it('asks for both widths of V2 and for the one of V1', () => {
    expect(conditionForms(`${V2}00`)).toEqual([V2, `${V2}00`]);
    expect(conditionForms(V1)).toEqual([V1]);
  });
});
