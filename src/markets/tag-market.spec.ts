import { loadResolver } from '../ontology/resolver.provider';
import { makeMarketTagger } from './market-tagger.provider';
import { compileEventTypes, eventTypeOf, theaterOf } from './tag-market';

const tag = makeMarketTagger(loadResolver());

describe('theaterOf', () => {
  const theaters = new Map([
    ['iran', 'iran'],
    ['israel', 'israel'],
  ] as const);

  it('counts what is named before the first preposition twice', () => {
    const question = 'Israel strike on Iran by May?';

    expect(
      theaterOf(
        [
          { entity: 'israel', start: 0 },
          { entity: 'iran', start: 17 },
        ],
        question,
        theaters,
      ),
    ).toBe('israel');
  });

  it('is null where nothing named has a theater', () => {
    expect(theaterOf([{ entity: 'trump', start: 5 }], 'Will Trump resign?', theaters)).toBeNull();
  });
});

describe('eventTypeOf', () => {
  const rules = compileEventTypes([
    { event_type: 'ceasefire', say: '', any: ['ceasefire*'] },
    {
      event_type: 'direct_strike',
      say: '',
      any: ['strike* on', 'attack*'],
      none: ['hunger strike*'],
    },
  ]);

  it('takes the first rule that matches', () => {
    expect(eventTypeOf('Ceasefire before another attack?', rules)).toBe('ceasefire');
  });

  it('lets a few words stand between those of a pattern', () => {
    expect(eventTypeOf('Will Iran strike any target on Sunday?', rules)).toBe('direct_strike');
  });

  it('heeds what must not stand there', () => {
    expect(eventTypeOf('Hunger strike on the island?', rules)).toBeNull();
  });
});

describe('market tags by the seed', () => {
  it.each([
    ['Will Iran close the Strait of Hormuz by June 30?', 'iran', 'strait_closure'],
    ['Israel x Hamas ceasefire before July?', 'israel', 'ceasefire'],
    ['Will Russia capture Pokrovsk in 2024?', 'russia', 'territory_capture'],
    ['US-Iran nuclear deal before 2027?', 'iran', 'nuclear_deal'],
    ['Will China invade Taiwan in 2026?', 'china', 'invasion'],
    ['Hezbollah strike on Israel by March 31?', 'lebanon', 'direct_strike'],
    ['North Korea missile launch by November 15?', null, 'missile_test'],
    ['Will Trump meet with Vladimir Putin in November?', null, 'leader_meeting'],
    ['Will it rain in Paris tomorrow?', null, null],
  ])('%s → %s, %s', (question, theater, eventType) => {
    const tags = tag(question);

    expect(tags.eventType).toBe(eventType);
    if (theater !== null) expect(tags.theater).toBe(theater);
  });
});
