import { labelledMarkets, listedMarket, scoreTracking } from '../../test/support/labelled-markets';
import { loadResolver } from '../ontology/resolver.provider';
import { makeMarketTagger } from './market-seed.provider';
import type { Market } from './market';
import { trackedMarket } from './tracked-market';

const tag = makeMarketTagger(loadResolver());

const asked = (question: string, changes: Partial<Market> = {}) =>
  tag({
    ...listedMarket({ id: 'x', exchange: 'polymarket', question, track: true, half: 'tune' }),
    ...changes,
  });

describe('makeMarketTagger', () => {
  it.each(['tune', 'held'] as const)('is right on the labelled questions: %s', (half) => {
    const score = scoreTracking(labelledMarkets(half), (market) => trackedMarket(market, tag, []));

    expect(score.questions).toBeGreaterThan(75);
    expect(score.precision).toBeGreaterThanOrEqual(0.97);
    expect(score.recall).toBeGreaterThanOrEqual(0.97);
    expect(score.theater).toBeGreaterThanOrEqual(0.95);
    expect(score.event_type).toBeGreaterThanOrEqual(0.95);
  });

  it('names the one who held the office when the market opened', () => {
    const bearer = (question: string, opensAt: string | null) => {
      const { entities } = asked(question, { opens_at: opensAt });
      return entities.filter((id) => id.endsWith('khamenei'));
    };

    expect(bearer('Khamenei out by June?', '2025-12-01T00:00:00.000000Z')).toEqual(['ali-khamenei']);
    expect(bearer('Khamenei out by June?', '2026-04-01T00:00:00.000000Z')).toEqual(['mojtaba-khamenei']);
    expect(bearer('Who will be the successor to Khamenei?', '2026-03-05T00:00:00.000000Z')).toEqual(['ali-khamenei']);
    expect(bearer('Mojtaba Khamenei out by June?', null)).toEqual(['mojtaba-khamenei']);
  });

  it('reads who is meant in the rules where the question names nobody', () => {
    const tags = asked('Will the army take the airport by May?', {
      rules: 'Resolves to Yes if the Sudanese Armed Forces control the airport of Khartoum.',
    });

    expect(tags).toMatchObject({ theater: 'africa', eventType: 'territory_capture' });
    expect(tags.entities).toContain('khartoum');
  });

  it('names a region where the interface has no theater', () => {
    expect(asked('Thailand strikes Cambodia by May?')).toMatchObject({
      theater: null,
      region: 'Southeast Asia',
    });
  });

  it('heeds the topics of the exchange', () => {
    expect(asked('Will Iran win?', { tags: ['soccer'] }).refused).toMatch(/^sport: topic soccer/);
    expect(asked('Israel strikes Iran?', { tags: ['celebrities', 'geopolitics'] }).refused).toBeNull();
  });

  // A megabyte: quadratic work would take an hour.
  it('ends with a long question', () => {
    const began = process.hrtime.bigint();
    asked('will russia strike on win the war end of over say '.repeat(20_000));
    expect(Number(process.hrtime.bigint() - began) / 1e6).toBeLessThan(20_000);
  });
});
