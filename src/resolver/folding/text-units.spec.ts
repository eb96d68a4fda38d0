import { CODES, PIECE_MAX, TextUnits, endOfPiece } from './text-units';

const LINE_END = 0x0a;

describe('TextUnits', () => {
  it.each([
    ['nothing', ''],
    ['Latin', 'Iran'],
    ['letters of two bytes and a pair', 'Ирак 伊朗 😀'],
    ['half a pair', 'a\ud83d'],
    ['as much as the array takes', 'ж'.repeat(PIECE_MAX)],
  ])('holds %s, and line ends behind it', (_, text) => {
    const units = new TextUnits();
    units.load('an earlier text, longer than the next');
    units.load(text);

    expect(units.length).toBe(text.length);
    expect(Buffer.from(CODES.buffer, 0, text.length * 2).toString('utf16le')).toBe(text);
    expect([...CODES.subarray(text.length, text.length + 2)]).toEqual([LINE_END, LINE_END]);
  });
});

describe('endOfPiece', () => {
  it('ends a piece with the text', () => {
    expect(endOfPiece('Iran', 0)).toBe(4);
    expect(endOfPiece('a'.repeat(PIECE_MAX), 0)).toBe(PIECE_MAX);
    expect(endOfPiece('a'.repeat(PIECE_MAX + 5), 5)).toBe(PIECE_MAX + 5);
  });

  it('ends it with a line near the limit, else at the limit', () => {
    const tail = 'b'.repeat(100);
    expect(endOfPiece(`${'a'.repeat(PIECE_MAX - 10)}\n${tail}`, 0)).toBe(PIECE_MAX - 9);
    expect(endOfPiece(`a\n${'a'.repeat(PIECE_MAX)}${tail}`, 0)).toBe(PIECE_MAX);
  });
});
