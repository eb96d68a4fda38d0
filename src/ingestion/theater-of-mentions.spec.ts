import type { Theater } from '../ontology/theater';
import { theaterOfMentions } from './item-tagger.service';

describe('theaterOfMentions', () => {
  const theaters = new Map<string, Theater>([
    ['iran', 'iran'],
    ['tehran', 'iran'],
    ['israel', 'israel'],
    ['kyiv', 'ukraine'],
  ]);
  const at = (entity: string, start: number) => ({ entity, start });

  it.each([
    ['none', [], null],
    ['an entity without a theater', [at('gold', 0)], null],
    ['the only one', [at('gold', 0), at('kyiv', 9)], 'ukraine'],
    ['the most mentioned', [at('israel', 30), at('iran', 40), at('tehran', 50)], 'iran'],
    ['the first of equals', [at('israel', 30), at('iran', 40)], 'israel'],
    ['the title before the text', [at('kyiv', 5), at('iran', 40)], 'ukraine'],
  ])('takes %s', (_, mentions, expected) => {
    expect(theaterOfMentions(mentions, 20, theaters)).toBe(expected);
  });
});
