import { TextUnits } from './text-units';

const LINE_END = 0x0a;

describe('TextUnits', () => {
  it.each([
    ['nothing', ''],
    ['Latin', 'Iran'],
    ['letters of two bytes and a pair', 'Ирак 伊朗 😀'],
    ['half a pair', 'a\ud83d'],
    ['more than the buffer holds at first', 'ab'.repeat(5_000)],
    ['more than is kept', 'ж'.repeat(1_500_000)],
  ])('holds %s, and a line end behind it', (_, text) => {
    const units = new TextUnits();
    units.load('an earlier text, longer than the next');
    units.load(text);

    expect(units.length).toBe(text.length);
    expect(Buffer.from(units.codes.buffer, 0, text.length * 2).toString('utf16le')).toBe(text);
    expect([...units.codes.subarray(text.length, text.length + 2)]).toEqual([LINE_END, LINE_END]);
  });

  it('gives a large buffer back', () => {
    const units = new TextUnits();
    units.load('ж'.repeat(1_500_000));
    units.load('ж');

    expect(units.codes.length).toBeLessThan(10_000);
    expect(units.codes[0]).toBe('ж'.charCodeAt(0));
  });
});
