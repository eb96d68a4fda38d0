import { latestMove } from '../../src/ingestion/financial/move';
import { parseQuotes } from '../../src/ingestion/financial/parse-quotes';
import { readCapture } from './captured';

describe('latestMove on decades of daily prices', () => {
  it('marks the crash of March 2020 and about one day in thirty over all', () => {
    const points = parseQuotes(readCapture('payloads', 'quotes', 'yf-CL=F-daily-2000-2026.csv'));
    const days = points.slice(-2500).map((_, index) => points.slice(0, points.length - 2500 + index + 1));
    const moved = days.filter((upTo) => latestMove(upTo.slice(-260)) !== null).map((upTo) => upTo.at(-1)!.at);

    expect(moved).toContain(Date.UTC(2020, 2, 9));
    expect(moved.length / days.length).toBeLessThan(0.05);
  });
});
