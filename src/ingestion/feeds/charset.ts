/**
 * Decodes bytes to text. Declarations are used in this order: byte-order mark, the zero bytes of UTF-16 and UTF-32, the
 * charset of the HTTP header, the XML declaration, an HTML meta element; without any, valid UTF-8 is UTF-8, otherwise a
 * detector guesses.
 *
 * Two corrections: many valid multi-byte UTF-8 sequences mean UTF-8 whatever is declared, and a declared UTF-8 with
 * mostly invalid bytes is detected.
 */
import { analyse } from 'chardet';
import { decode as decodeWith, encodingExists } from 'iconv-lite';
import { byName } from '../../platform/common/by-name';

interface CharsetHints {
  readonly contentType?: string | undefined;
  /** ISO 639-1 code of the source, used when the detector finds only a single-byte code page. */
  readonly sourceLang?: string | null | undefined;
}

interface DecodedText {
  readonly text: string;
  /** Lower-case name of the charset used. */
  readonly charset: string;
}

/** Labels that mean a wider charset in practice (WHATWG Encoding, 4.2), and labels unknown to iconv. */
const WIDER = byName({
  'windows-1252': 'iso-8859-1 latin1 us-ascii ascii ansi_x3.4-1968',
  'windows-1254': 'iso-8859-9',
  'windows-874': 'iso-8859-11',
  'iso-8859-8': 'iso-8859-8-i',
  gb18030: 'gb2312 gb_2312-80 gbk x-gbk euc-cn',
  cp949: 'ks_c_5601-1987',
  shift_jis: 'x-sjis',
  'euc-jp': 'x-euc-jp',
  'windows-1251': 'x-cp1251',
  macintosh: 'x-mac-roman',
  'utf-8': 'utf8 unicode-1-1-utf-8',
  'utf-16': 'iso-10646-ucs-2 unicode ucs-2',
  'utf-32': 'iso-10646-ucs-4 ucs-4',
});

/** Code page of old feeds by language. */
const LEGACY_OF = byName({
  'windows-1251': 'ru uk bg',
  'windows-1255': 'he',
  'windows-1256': 'ar fa ur',
  'windows-1254': 'tr',
  'windows-1253': 'el',
  gb18030: 'zh',
  shift_jis: 'ja',
  cp949: 'ko',
});

const DECLARED_SEQUENCES_MIN = 8;
const SAMPLE_BYTES = 65_536;

/** Decodes `bytes` without byte-order mark. Never throws; invalid bytes become U+FFFD. */
export const decodeBytes = (bytes: Uint8Array, hints: CharsetHints = {}): DecodedText => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = chooseCharset(buffer, hints);
  return { text: decodeWith(buffer, charset).replace(/^\ufeff+/, ''), charset };
};

const chooseCharset = (buffer: Buffer, hints: CharsetHints): string => {
  const certain = byteOrderMark(buffer) ?? zeroPattern(buffer);
  if (certain !== null) return certain;
  const utf8 = countUtf8(buffer);
  if (utf8.invalid === 0 && utf8.valid >= DECLARED_SEQUENCES_MIN) return 'utf-8';
  const declared = declaredCharset(buffer, hints.contentType);
  if (declared === 'utf-8') return utf8.invalid > utf8.valid ? detect(buffer, hints, utf8.valid) : 'utf-8';
  if (declared !== null) return declared;
  return utf8.invalid === 0 ? 'utf-8' : detect(buffer, hints, utf8.valid);
};

const byteOrderMark = (buffer: Buffer): string | null => {
  const hex = buffer.subarray(0, 4).toString('hex');
  if (hex === '0000feff') return 'utf-32be';
  if (hex === 'fffe0000') return 'utf-32le';
  if (hex.startsWith('efbbbf')) return 'utf-8';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (hex.startsWith('fffe')) return 'utf-16le';
  return null;
};

/** A document begins with "<" and ASCII: the positions of zero bytes show width and byte order. */
const zeroPattern = (buffer: Buffer): string | null => {
  const head = buffer.subarray(0, 64);
  const zerosAt = (step: number, offset: number): boolean => {
    if (head.length < step * 2) return false;
    for (let at = offset; at < head.length; at += step) if (head[at] !== 0) return false;
    return true;
  };
  if (zerosAt(4, 0) && zerosAt(4, 1) && zerosAt(4, 2) && !zerosAt(4, 3)) return 'utf-32be';
  if (zerosAt(4, 1) && zerosAt(4, 2) && zerosAt(4, 3) && !zerosAt(4, 0)) return 'utf-32le';
  if (zerosAt(2, 0) && !zerosAt(2, 1)) return 'utf-16be';
  if (zerosAt(2, 1) && !zerosAt(2, 0)) return 'utf-16le';
  return null;
};

/** Valid multi-byte UTF-8 sequences, and invalid bytes. */
const countUtf8 = (buffer: Buffer): { valid: number; invalid: number } => {
  let valid = 0;
  let invalid = 0;
  let at = 0;
  while (at < buffer.length) {
    const lead = buffer[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(buffer, at, lead);
    if (length === 0) invalid += 1;
    else valid += 1;
    at += length === 0 ? 1 : length;
  }
  return { valid, invalid };
};

const sequenceLength = (buffer: Buffer, at: number, lead: number): number => {
  const length =
    lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  for (let next = at + 1; next < at + length; next += 1) {
    const byte = buffer[next];
    // A sequence cut off by the end of the buffer does not indicate another charset.
    if (byte === undefined) return next - at;
    if ((byte & 0xc0) !== 0x80) return 0;
  }
  return length;
};

const declaredCharset = (buffer: Buffer, contentType: string | undefined): string | null => {
  const header = /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const head = buffer.subarray(0, 2048).toString('latin1');
  const declaration = /<\?xml[^<>]{0,200}?\bencoding\s{0,9}=\s{0,9}["']\s{0,9}([\w.:-]+)/i.exec(head)?.[1];
  const meta = /<meta[^<>]{0,200}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(head)?.[1];
  for (const label of [header, declaration, meta]) {
    const charset = usable(label);
    // ASCII is often declared by mistake; bytes beyond it disprove it.
    if (charset !== null && !isAsciiLabel(label)) return charset;
  }
  return null;
};

const isAsciiLabel = (label: string | undefined): boolean => /^(us-)?ascii$|^ansi_x3/i.test(label ?? '');

/** The charset of a label; null when unknown, or disproved by ASCII-readable bytes. */
const usable = (label: string | undefined): string | null => {
  if (label === undefined) return null;
  const name = label.toLowerCase();
  const charset = WIDER.get(name) ?? name;
  if (/^(utf-?16|utf-?32|ucs|utf-?7|base64|hex|binary|internal)/.test(charset)) return null;
  return encodingExists(charset) ? charset : null;
};

const detect = (buffer: Buffer, hints: CharsetHints, validUtf8: number): string => {
  const sample = buffer.subarray(firstHighByte(buffer)).subarray(0, SAMPLE_BYTES);
  const legacy = LEGACY_OF.get(hints.sourceLang ?? '');
  const guesses = analyse(sample)
    .map((match) => ({ charset: usable(match.name), confidence: match.confidence }))
    .filter((match): match is { charset: string; confidence: number } => match.charset !== null)
    // Invalid UTF-8 was counted already; the detector only sees that some sequences are valid.
    .filter((match) => match.charset !== 'utf-8' || validUtf8 > 0);
  const best = guesses[0];
  if (legacy !== undefined && (best === undefined || best.confidence < 50 || best.charset === 'windows-1252'))
    return legacy;
  return best?.charset ?? 'windows-1252';
};

/** Start for the detector: shortly before the first non-ASCII byte. */
const firstHighByte = (buffer: Buffer): number => {
  const at = buffer.findIndex((byte) => byte >= 0x80);
  return Math.max(0, at - 1024);
};

/** Characters of Windows-1252 between 0x80 and 0x9f, in order; blanks for undefined ones. */
export const C1_CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Reverses UTF-8 read as Windows-1252 and encoded again ("Ã©" for "é"), if every character fits. */
export const repairDoubleEncoding = (text: string): string => {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u2122]/.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const c1 = code < 0x100 ? -1 : C1_CHARACTERS.indexOf(text.charAt(at));
    if (code >= 0x100 && c1 === -1) return text;
    bytes[at] = c1 === -1 ? code : 0x80 + c1;
  }
  const buffer = Buffer.from(bytes);
  return countUtf8(buffer).invalid === 0 ? buffer.toString('utf8') : text;
};
