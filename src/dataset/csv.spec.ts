import { csvRow, spreadsheetCell } from './csv';

describe('a cell for a spreadsheet', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＠SUM(A1)'])('makes text of %j', (text) => {
    expect(spreadsheetCell(text)).toBe(`'${text}`);
  });

  it('quotes formulas after a semicolon, which ends a cell in many languages', () => {
    expect(spreadsheetCell('Will it rain?;=cmd|x')).toBe("Will it rain?;'=cmd|x");
  });

  it('leaves numbers and other texts as they are', () => {
    expect([spreadsheetCell(-0.25), spreadsheetCell('Will it rain?'), spreadsheetCell('')]).toEqual([
      '-0.25',
      'Will it rain?',
      '',
    ]);
  });

  it('is quoted like every other', () => {
    expect(csvRow([spreadsheetCell('=HYPERLINK("a","b")')])).toBe(`"'=HYPERLINK(""a"",""b"")"\r\n`);
  });
});
