/** The regions of the evaluation record (schema 0.1.0); an entity, item or market has one, or null. */
export const THEATERS = [
  'iran',
  'israel',
  'ukraine',
  'russia',
  'taiwan',
  'china',
  'lebanon',
  'middle_east',
  'gaza',
  'syria',
  'yemen',
  'red_sea',
  'africa',
  'sahel',
] as const;

export type Theater = (typeof THEATERS)[number];

export const isTheater = (value: string): value is Theater => (THEATERS as readonly string[]).includes(value);
