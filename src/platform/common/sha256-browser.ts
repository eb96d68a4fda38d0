/** For browsers, instead of sha256.ts: WebCrypto's is asynchronous and missing on pages without TLS. */

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
};

/** First 32 bits of the fractional part. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 4_294_967_296) | 0;

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Padding: message, a one bit, zeros, and the length in bits in the last 8 bytes. */
const padded = (message: Uint8Array): DataView => {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 0x20000000));
  view.setUint32(length - 4, (message.length << 3) >>> 0);
  return view;
};

const digest = (message: Uint8Array): string => {
  const view = padded(message);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  const word = (list: Int32Array, at: number): number => list[at] ?? 0;
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4);
    for (let at = 16; at < 64; at++) {
      const [near, far] = [word(words, at - 2), word(words, at - 15)];
      const s0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
      const s1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
      words[at] = word(words, at - 16) + s0 + word(words, at - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let at = 0; at < 64; at++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[at] ?? 0) + word(words, at)) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => (hash[at] = word(hash, at) + value));
  }
  return Array.from(hash, (value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
};

/** SHA-256 of the concatenation of several byte strings, as 64 lower-case hex digits. */
export const sha256HexOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const all = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part));
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return digest(joined);
};

/** SHA-256 of a text's UTF-8 bytes, or of bytes, as 64 lower-case hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => sha256HexOf(data);

export const hexBytes = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Whether a value is a SHA-256 as 64 lower-case hex digits. */
export const isSha256Hex = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
