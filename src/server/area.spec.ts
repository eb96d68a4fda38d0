import { areaOf } from './area';

describe('areaOf', () => {
  it.each([
    ['/v1/ontology/entities', '/v1/ontology/entities?type=country', 'api'],
    ['/api/receipts', '/api/receipts', 'api'],
    [undefined, '/v1', 'api'],
    [undefined, '/v1/no-such-thing', 'api'],
    [undefined, '/%76%31/x', 'api'],
    [undefined, '//api//x', 'api'],
    [undefined, '/API/x', 'api'],
    [undefined, '/v1/%zz', 'api'],
    [undefined, '/v11/x', 'pages'],
    [undefined, '/apian', 'pages'],
    ['/', '/', 'pages'],
    ['/docs/*', '/docs/swagger-ui.css', 'pages'],
    ['/health/live', '/health/live', 'open'],
    ['/metrics', '/metrics', 'open'],
    ['/assets/:hash/:name', '/assets/0123456789ab/pages.css', 'open'],
    [undefined, '/assets', 'pages'],
    [undefined, '/health/no-such-probe', 'pages'],
    [undefined, '/metrics/', 'pages'],
  ])('of route %s, address %s is %s', (route, url, area) => {
    expect(areaOf(route, url)).toBe(area);
  });
});
