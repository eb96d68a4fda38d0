import { loadResolver } from '../ontology/resolver.provider';
import { makeMarketTagger } from './market-tagger.provider';

describe('makeMarketTagger', () => {
  const tag = makeMarketTagger(loadResolver());

  it.each([
    ['Will Iran close the Strait of Hormuz before April?', 'iran', ['iran', 'strait-of-hormuz']],
    ['Russia-Ukraine ceasefire in 2026?', null, ['russia', 'ukraine']],
    ['Will it rain in Lisbon?', null, []],
  ])('tags %s', (question, theater, entities) => {
    const tags = tag(question);

    expect(tags.entities).toEqual(expect.arrayContaining(entities));
    if (theater !== null) expect(tags.theater).toBe(theater);
  });
});
