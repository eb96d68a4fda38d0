import { loadOntologySeed } from '../ontology/seed-files.provider';
import { SourceCatalogue } from './source-catalogue.service';

describe('the sources that ship', () => {
  const { sources } = SourceCatalogue.fromFolder();
  const of = (kind: string) => sources.filter((source) => source.kind === kind);
  const entities = new Map(loadOntologySeed().entities.map((entity) => [entity.id, entity]));

  it.each([
    ['telegram', 20],
    ['twitter', 10],
    ['whale', 1],
    ['metaculus', 1],
    ['manifold', 1],
    ['usgs', 1],
    ['calendar', 1],
  ])('include at least as many of kind %s as promised', (kind, least) => {
    expect(of(kind).length).toBeGreaterThanOrEqual(least);
  });

  it('watch eleven instruments, each by the symbol of its entity', () => {
    const quotes = of('quotes');

    expect(quotes).toHaveLength(11);
    for (const { settings } of quotes) {
      expect(entities.get(String(settings['entity']))?.symbol).toBe(settings['symbol']);
    }
  });

  it('name parties that are entities', () => {
    const parties = sources.flatMap(({ party }) => party ?? []);

    expect(parties.filter((party) => !entities.has(party))).toEqual([]);
  });

  it('name a channel and an account once', () => {
    const named = [...of('telegram'), ...of('twitter')].map(
      ({ kind, settings }) => `${kind} ${String(settings['channel'] ?? settings['account']).toLowerCase()}`,
    );

    expect(new Set(named).size).toBe(named.length);
  });
});
