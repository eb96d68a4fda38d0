import { encode } from 'iconv-lite';
import { decodeBytes, repairDoubleEncoding } from './charset';

const RUSSIAN = 'Переговоры продолжились в понедельник, сообщили в министерстве обороны страны';
const xml = (encoding: string | null, text: string): string =>
  `<?xml version="1.0"${encoding === null ? '' : ` encoding="${encoding}"`}?><rss><channel><title>${text}</title></channel></rss>`;

describe('decodeBytes', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('believes a byte-order mark of %s', (charset) => {
    const bytes = encode(xml('windows-1251', RUSSIAN), charset, { addBOM: true });

    expect(decodeBytes(bytes, { contentType: 'text/xml; charset=koi8-r' })).toEqual({
      text: xml('windows-1251', RUSSIAN),
      charset,
    });
  });

  it.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('sees %s by its zero bytes', (charset) => {
    expect(decodeBytes(encode(xml(null, RUSSIAN), charset)).text).toBe(xml(null, RUSSIAN));
  });

  it.each(['windows-1251', 'koi8-r', 'iso-8859-5'])('believes the XML declaration of %s', (charset) => {
    expect(decodeBytes(encode(xml(charset, RUSSIAN), charset)).text).toBe(xml(charset, RUSSIAN));
  });

  it('puts the HTTP header before the declaration', () => {
    const bytes = encode(xml('iso-8859-1', RUSSIAN), 'windows-1251');

    expect(decodeBytes(bytes, { contentType: 'application/rss+xml; charset="Windows-1251"' }).text).toContain(RUSSIAN);
  });

  it('believes valid UTF-8 against a wrong declaration', () => {
    const bytes = Buffer.from(xml('iso-8859-1', RUSSIAN));

    expect(decodeBytes(bytes, { contentType: 'text/xml; charset=us-ascii' }).text).toContain(RUSSIAN);
  });

  it('detects the charset where none is declared, or UTF-8 falsely', () => {
    expect(decodeBytes(encode(xml(null, RUSSIAN.repeat(3)), 'windows-1251')).text).toContain(RUSSIAN);
    expect(decodeBytes(encode(xml('utf-8', RUSSIAN.repeat(3)), 'windows-1251')).text).toContain(RUSSIAN);
  });

  it('uses the language of the source where few bytes are ambiguous', () => {
    expect(decodeBytes(encode('<rss>שלום', 'windows-1255'), { sourceLang: 'he' }).text).toBe('<rss>שלום');
  });

  it('keeps UTF-8 with one broken byte, and ignores labels that are not charset of text', () => {
    const bytes = Buffer.concat([Buffer.from(xml('utf-8', RUSSIAN)), Buffer.from([0xff])]);

    expect(decodeBytes(bytes).text).toBe(`${xml('utf-8', RUSSIAN)}\ufffd`);
    expect(decodeBytes(Buffer.from('<a/>'), { contentType: 'text/xml; charset=base64' }).text).toBe('<a/>');
    expect(decodeBytes(Buffer.from(xml('utf-16', 'plain'))).text).toBe(xml('utf-16', 'plain'));
  });
});

describe('repairDoubleEncoding', () => {
  it('undoes UTF-8 that was read as Windows-1252', () => {
    expect(repairDoubleEncoding('FlÃ¼chtlinge â€“ Ãœberblick')).toBe('Flüchtlinge – Überblick');
  });

  it.each(['Flüchtlinge', 'NÃO É', 'Ça va', 'Â§ 5 und Größe', '日本', 'плюс Ã©'])('leaves %s alone', (text) => {
    expect(repairDoubleEncoding(text)).toBe(text);
  });
});
