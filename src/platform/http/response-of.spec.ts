import { responseOf } from './response-of';

class Reading {
  readonly id!: string;
  readonly price!: number | null;
  readonly names!: readonly string[];
}

describe('responseOf', () => {
  it('takes the fields of the class in their order, and nothing else', () => {
    const made = responseOf(Reading, { names: ['a'], secret: 'x', price: 0, id: 'm' });
    expect(JSON.stringify(made)).toBe('{"id":"m","price":0,"names":["a"]}');
    expect(made).toBeInstanceOf(Reading);
  });

  it('writes null for missing values of the row', () => {
    const row: { id: string; names: string[]; price?: number } = { id: 'm', names: [] };
    expect(JSON.stringify(responseOf(Reading, row))).toBe('{"id":"m","price":null,"names":[]}');
  });

  it('is refused by the compiler where the row does not name a field', () => {
    // @ts-expect-error: the price is missing
    expect(responseOf(Reading, { id: 'm', names: [] }).price).toBeNull();
  });
});
