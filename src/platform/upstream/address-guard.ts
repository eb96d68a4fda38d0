/** Public addresses, by URL before DNS and by every resolved address, also on every redirect. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

type UrlDecision = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: string };

const URL_LENGTH_MAX = 8192;

/** Absolute, any case, with a host directly after the two slashes. */
const WEB_URL = /^https?:\/\/([^/?#\\]+)/i;

const SPACE_OR_CONTROL = /[\u0000-\u0020\u007f\\]/;

/** The text is checked before parsing, because the WHATWG parser repairs addresses that must be rejected. */
export const checkUrl = (text: string): UrlDecision => {
  if (text.length > URL_LENGTH_MAX) return refused('longer than 8192 characters');
  if (SPACE_OR_CONTROL.test(text)) return refused('white space, control characters or a backslash');
  const authority = WEB_URL.exec(text)?.[1];
  if (authority === undefined) return refused('not an absolute http(s) URL with a host');
  if (authority.includes('@')) return refused('credentials in the URL');
  if (!URL.canParse(text)) return refused('not a valid URL');
  const url = new URL(text);
  // The parser drops the scheme's default port; only the other standard port may remain.
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return refused('a port other than 80 and 443');
  const reason = refusedHost(url.hostname);
  return reason === null ? { ok: true, url } : refused(reason);
};

/** Whether an address may be shown as a link. Names reserved for examples are accepted: they never resolve. */
export const isPublicLink = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  return /\.(?:example|test|invalid)\.?$/.test(hostname) || refusedHost(hostname) === null;
};

const refused = (reason: string): UrlDecision => ({ ok: false, reason });

/** Names outside the public web (RFC 6761, 6762, 8375, 9476 and common private zones). */
const PRIVATE_SUFFIXES =
  'localhost localdomain local internal intranet private corp home lan arpa test invalid example alt onion'.split(' ');

const refusedHost = (hostname: string): string | null => {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIPv4(host) || isIPv6(host)) return isPublicAddress(host) ? null : 'not a public address';
  const labels = host.replace(/\.$/, '').split('.');
  if (labels.some((label) => label === '')) return 'an empty label in the host name';
  const last = labels.at(-1) ?? '';
  if (labels.length === 1) return 'a host name of one label';
  return PRIVATE_SUFFIXES.includes(last) ? 'a private host name' : null;
};

/** Special-purpose IPv4 blocks (IANA registry), multicast and reserved. */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within global unicast 2000::/3: protocol assignments with Teredo, documentation, 6to4. */
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blockList = (subnets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
};

const notPublicV4 = blockList(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = blockList(NOT_PUBLIC_V6, 'ipv6');
const globalUnicastV6 = blockList([['2000::', 3]], 'ipv6');

/** IPv6 outside 2000::/3 never is public, which covers every form with an embedded IPv4 address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !notPublicV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicastV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
};
