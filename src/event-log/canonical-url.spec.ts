import { canonicalUrl } from './canonical-url';

describe('canonicalUrl', () => {
  it.each([
    'https://www.example.com/news/2026/strike-on-port',
    'http://example.com/news/2026/strike-on-port/',
    'https://m.example.com/news/2026/strike-on-port#comments',
    'https://amp.example.com/news/2026/strike-on-port',
    'https://www.example.com/amp/news/2026/strike-on-port',
    'https://www.example.com/news/2026/strike-on-port/amp/',
    'https://www.example.com:443/news//2026/strike-on-port?utm_source=rss&utm_medium=feed',
    'https://www.example.com/news/2026/strike-on-port?at_medium=RSS&at_campaign=rss',
    'https://www.example.com/news/2026/strike-on-port?fbclid=IwAR0&gclid=1&ref=home&PHPSESSID=ab12',
    'https://www.example.com/news/2026/strike%2Don%2Dport?amp=1',
    'HTTPS://WWW.EXAMPLE.COM/news/2026/strike-on-port;jsessionid=1A2B',
    'https://www.google.com/url?rct=j&sa=t&url=https://www.example.com/news/2026/strike-on-port&ct=ga',
    'https://www-example-com.cdn.ampproject.org/c/s/www.example.com/news/2026/strike-on-port',
  ])('sees the same page behind %s', (address) => {
    expect(canonicalUrl(address)).toBe('example.com/news/2026/strike-on-port');
  });

  it.each([
    ['another parameter of a script', 'https://example.com/news.php?id=1', 'https://example.com/news.php?id=2'],
    ['a section id of an old script', 'https://example.com/story.asp?sid=1', 'https://example.com/story.asp?sid=2'],
    ['a post number on the front page', 'https://example.com/?p=1', 'https://example.com/?p=2'],
    ['a stamp on the front page', 'https://example.com/?t=1', 'https://example.com/?t=2'],
    ['a path in another case', 'https://example.com/A1', 'https://example.com/a1'],
    ['an edition of another language', 'https://ar.example.com/1', 'https://en.example.com/1'],
    ['another port', 'https://example.com:8443/1', 'https://example.com/1'],
    ['a post of a live page', 'https://example.com/live?post=1', 'https://example.com/live?post=2'],
  ])('distinguishes pages by %s', (_, one, other) => {
    expect(canonicalUrl(one)).not.toBe(canonicalUrl(other));
  });

  it('does not depend on the order of parameters', () => {
    expect(canonicalUrl('https://example.com/a?x=1&y=2')).toBe(canonicalUrl('https://example.com/a?y=2&x=1'));
  });

  it('writes international names in one way', () => {
    expect(canonicalUrl('https://пример.рф/новость')).toBe(
      canonicalUrl('http://xn--e1afmkfd.xn--p1ai/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D1%8C'),
    );
  });

  it.each([
    '',
    'abc',
    'urn:uuid:1',
    'tag:example.com,2026:1',
    'mailto:a@example.com',
    'javascript:alert(1)',
    '/relative',
    'ftp://example.com/1',
  ])('is null for %p', (address) => {
    expect(canonicalUrl(address)).toBeNull();
  });
});
