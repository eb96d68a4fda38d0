import { addressSubject, clientAddress } from './client-address';

describe('clientAddress', () => {
  it.each([
    ['no proxy is trusted', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['nothing was forwarded', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['one proxy wrote the last word', '10.0.0.1', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
    ['two proxies wrote two words', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['fewer words than proxies', '10.0.0.1', '198.51.100.1', 3, '198.51.100.1'],
    ['a word with a port', '10.0.0.1', '198.51.100.1:4711', 1, '198.51.100.1'],
    ['a bracketed word', '10.0.0.1', '[2001:db8::1]:443', 1, '2001:db8::1'],
    ['a word that is not an address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['an empty word', '10.0.0.1', '198.51.100.1,', 1, '10.0.0.1'],
  ])('when %s', (_name, socket, forwarded, hops, expected) => {
    expect(clientAddress(socket, forwarded, hops)).toBe(expected);
  });
});

describe('addressSubject', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['0:0:0:0:0:ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});
