import { hasOtherForms, withAskedFormat } from './media-types';

describe('withAskedFormat', () => {
  it.each([
    ['/v1/ontology/events', 'application/geo+json', '/v1/ontology/events?format=geojson'],
    ['/v1/ontology/events?limit=2', 'application/geo+json', '/v1/ontology/events?limit=2&format=geojson'],
    ['/v1/ontology/entities/iran', 'application/stix+json;version=2.1', '/v1/ontology/entities/iran?format=stix'],
    ['/v1/ontology/entities/iran', 'application/stix+json; version="2.1"', '/v1/ontology/entities/iran?format=stix'],
    ['/v1/ontology/alerts', 'application/json;q=0.5, application/geo+json', '/v1/ontology/alerts?format=geojson'],
  ])('reads %s with Accept %s as %s', (url, accept, read) => {
    expect(withAskedFormat(url, accept)).toBe(read);
  });

  it.each([
    ['no Accept', '/v1/ontology/events', undefined],
    ['anything', '/v1/ontology/events', '*/*'],
    ['JSON preferred', '/v1/ontology/events', 'application/json, application/geo+json;q=0.5'],
    ['refused by weight', '/v1/ontology/events', 'application/geo+json;q=0'],
    ['a form that the path has not', '/v1/ontology/events', 'application/stix+json'],
    ['another version', '/v1/ontology/entities/iran', 'application/stix+json;version=2.0'],
    ['a format that is given', '/v1/ontology/events?format=json', 'application/geo+json'],
    ['a path without forms', '/v1/markets', 'application/geo+json'],
    ['a header that is too long', '/v1/ontology/events', `application/geo+json,${'x/y,'.repeat(300)}`],
  ])('leaves the address as it is: %s', (_name, url, accept) => {
    expect(withAskedFormat(url, accept)).toBe(url);
  });
});

describe('hasOtherForms', () => {
  it('is true of the lists and the single things, and of nothing below them', () => {
    const paths = ['/v1/ontology/events', '/v1/predictions/rb-1', '/v1/ontology/events/1', '/v1/markets'];

    expect(paths.map(hasOtherForms)).toEqual([true, true, false, false]);
  });
});
