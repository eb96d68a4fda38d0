import { VERSION } from '../common/code-version.provider';
import { publicAddress, userAgent } from './public-address';

describe('publicAddress', () => {
  it.each([
    ['https://vedette.example', 'https://vedette.example'],
    ['https://forecasts.org/v/', 'https://forecasts.org/v'],
    ['http://127.0.0.1:8080', null],
    ['http://localhost:8080', null],
    ['http://[::1]:8080', null],
    ['http://192.168.1.4', null],
    ['http://vedette', null],
    [null, null],
  ])('of %p is %p', (publicUrl, expected) => {
    expect(publicAddress({ publicUrl })).toBe(expected);
  });
});

describe('userAgent', () => {
  it('begins as those of web readers do, and has the contact', () => {
    const publicUrl = 'https://vedette.example';

    expect(userAgent({ contact: 'ops@vedette.example', publicUrl })).toBe(
      `Mozilla/5.0 (compatible; Vedette/${VERSION}; +ops@vedette.example)`,
    );
    expect(userAgent({ contact: null, publicUrl })).toBe(`Mozilla/5.0 (compatible; Vedette/${VERSION}; +${publicUrl})`);
    expect(userAgent({ contact: null, publicUrl: 'http://127.0.0.1:8080' })).toBe(
      `Mozilla/5.0 (compatible; Vedette/${VERSION})`,
    );
  });
});
