import { CONTAINMENT_MIN, foldStory, likenessOf, Sketches, titleOf } from './story-text';

describe('foldStory', () => {
  it('leaves letters and digits, without case, marks, thousands signs and agency prefixes', () => {
    expect(foldStory('UPDATE 3-Oil: 1,200 “barrels”, São Tomé')).toBe('oil 1200 barrels sao tome');
  });
});

describe('Sketches', () => {
  const words = 'strike talks navy border drone port envoy grain army vote tanker convoy'.split(' ');
  /** Every twelve words of the list from some place on, each eleventh of them left out in turn. */
  const texts = Array.from({ length: 120 }, (_, n) =>
    Array.from({ length: 12 }, (_, k) => words[(Math.floor(n / 11) + k) % words.length])
      .filter((_, k) => k !== n % 11)
      .join(' '),
  ).map((title) => titleOf({ id: '', title, summary: null, lang: 'en', at: 0 }));
  const sketches = new Sketches(texts.length);
  texts.forEach((text, slot) => {
    sketches.keep(slot, text);
  });
  const pairs = texts.flatMap((_, one) => texts.map((_, other) => [one, other] as const));
  const areCopies = (one: number, other: number): boolean =>
    likenessOf(texts[one] ?? null, texts[other] ?? null, CONTAINMENT_MIN) > 0;

  it('never rejects two copies', () => {
    const copies = pairs.filter(([one, other]) => areCopies(one, other));

    expect(copies.length).toBeGreaterThan(texts.length);
    expect(copies.filter(([one, other]) => !sketches.mayBeCopies(one, other, CONTAINMENT_MIN))).toEqual([]);
  });

  it('distinguishes unrelated texts, and a text from one that is no longer kept', () => {
    const other = new Sketches(3);
    ['Oil prices jump after a tanker was seized', 'Sudan army retakes a bridge in Khartoum'].forEach((title, slot) => {
      other.keep(slot, titleOf({ id: '', title, summary: null, lang: 'en', at: 0 }));
    });
    expect(other.mayBeCopies(0, 1, CONTAINMENT_MIN)).toBe(false);
    expect(other.mayBeCopies(0, 0, CONTAINMENT_MIN)).toBe(true);

    other.keep(0, null);

    expect(other.mayBeCopies(0, 0, CONTAINMENT_MIN)).toBe(false);
  });
});
