/** The subject of rate limits: IPv4 in full, IPv6 as /64, the usual allocation of one subscriber. */
import { isIP } from 'node:net';

/** The socket's address or, behind `hops` own proxies, the `X-Forwarded-For` entry of the outermost of them. */
export const clientAddress = (
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  hops: number,
): string => {
  const socket = socketAddress ?? '0.0.0.0';
  if (hops === 0 || forwardedFor === undefined) return socket;
  const seen = forwardedFor.split(',');
  const word = withoutPort((seen[Math.max(0, seen.length - hops)] ?? '').trim());
  return isIP(word) === 0 ? socket : word;
};

/** The counted part of an address: IPv4 in full (also if mapped into IPv6), IPv6 the first 64 bits. */
export const addressSubject = (address: string): string => {
  const plain = address.replace(/%[^]*/, '');
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(plain) !== 6) return plain;
  const groups = expand(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return dotted(groups[6] ?? 0, groups[7] ?? 0);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
};

/** Removes the port from `[2001:db8::1]:443` and `192.0.2.1:443`, which some proxies write. */
const withoutPort = (word: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(word)?.[1] ?? /^([\d.]+):\d+$/.exec(word)?.[1] ?? word;

/** The eight 16-bit groups of a valid IPv6 address. */
const expand = (address: string): number[] => {
  const withHexTail = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, a: string, b: string, c: string, d: string) =>
      `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  );
  const [head = '', tail] = withHexTail.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
};

const dotted = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
