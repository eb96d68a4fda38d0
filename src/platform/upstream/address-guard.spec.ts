import { readVectors } from '../../../test/support/vectors';
import { checkUrl, isPublicAddress } from './address-guard';

describe('checkUrl', () => {
  it.each([
    'https://news.example.com/rss.xml',
    'http://news.example.com:80/rss',
    'HTTPS://News.Example.com/?a=1#b',
    'https://1.1.1.1/',
    'https://[2a00:1450::1]/',
    'https://news.example.com./rooted',
  ])('accepts %s', (url) => {
    expect(checkUrl(url).ok).toBe(true);
  });

  it.each([
    ['a loopback written in octal', 'http://0177.1/'],
    ['a loopback written in percent signs', 'http://%31%32%37.0.0.1/'],
    ['a loopback with a final dot', 'http://127.0.0.1./'],
    ['a mapped private address', 'http://[::ffff:10.0.0.1]/'],
    ['a private address behind NAT64', 'http://[64:ff9b::10.0.0.1]/'],
    ['a private address in 6to4', 'http://[2002:0a00:0001::]/'],
    ['empty credentials', 'https://@news.example.com/'],
    ['a database port', 'https://news.example.com:7687/'],
    ['a name of one label', 'http://neo4j/'],
    ['a reverse-lookup name', 'http://1.0.0.127.in-addr.arpa/'],
    ['a tab inside the scheme', 'ht\ttp://news.example.com/'],
    ['leading white space', ' https://news.example.com/'],
    ['backslashes', 'https:\\\\news.example.com/'],
    ['one slash', 'https:/news.example.com/'],
    ['a host that the parser would take from the path', 'http:///news.example.com/'],
    ['an endless URL', `https://news.example.com/${'a'.repeat(9000)}`],
  ])('refuses %s', (_, url) => {
    expect(checkUrl(url).ok).toBe(false);
  });
});

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '2606:4700::1111'])('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '10.0.0.1',
    '100.127.255.255',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1%eth0',
    'ff02::1',
    '::ffff:8.8.8.8',
    'x',
  ])('is false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetch-urls vectors', () => {
  const { urls } = readVectors<{
    urls: { url: string; ok: boolean }[];
  }>('fetch-urls.json');

  it.each(urls)('$url → $ok', ({ url, ok }) => {
    expect(checkUrl(url).ok).toBe(ok);
  });
});
