import { rankChanges, type ChangeRows } from './changes';

const NOTHING: ChangeRows = { alerts: [], priceMoves: [], signals: [], settled: [], crossings: [] };
const market = { exchange: 'kalshi', ticker: 'A/B', question: 'Will it?' };
const signal = {
  id: 'i1',
  title: 'Brent up 3 %',
  at: 5,
  usd: null,
  magnitude: null,
  explosion: false,
  change: null,
};

describe('changes since an instant', () => {
  it('puts an open alert before one that closed, a decision before a small move, a large move before both', () => {
    const alert = {
      id: 'a1',
      cluster: 'theater:red_sea',
      at: 1,
      count: 17,
      families: 16,
      ratio: 5,
      open: true,
      title: 'Ship hit',
    };
    const changes = rankChanges(
      {
        ...NOTHING,
        alerts: [
          { ...alert, id: 'a2', open: false },
          { ...alert, open: true },
        ],
        settled: [{ ...market, at: 3, outcome: 'YES', status: 'settled' }],
        priceMoves: [
          { ...market, at: 4, from: 0.5, to: 0.56 },
          { ...market, at: 5, from: 0.2, to: 0.6 },
        ],
      },
      10,
    );

    expect(changes.map(({ title }) => title)).toEqual([
      'Surge: Red Sea, still open',
      'Surge: Red Sea',
      'Will it?',
      'Will it?',
      'Will it?',
    ]);
    expect(changes.slice(2).map(({ detail }) => detail)).toEqual([
      'The price moved from 20 % to 60 %.',
      'Decided YES.',
      'The price moved from 50 % to 56 %.',
    ]);
    expect(changes[0]?.detail).toBe('17 reports by 16 publishers within five minutes, the first: “Ship hit”.');
    expect(changes[3]?.path).toBe('/markets/kalshi/A%2FB');
  });

  it('calls a small chance not none, and a large one not certain', () => {
    const [up, down] = rankChanges(
      {
        ...NOTHING,
        priceMoves: [
          { ...market, at: 4, from: 0.5, to: 0.998 },
          { ...market, at: 5, from: 0.4, to: 0.004 },
        ],
      },
      10,
    );

    expect([up?.detail, down?.detail]).toEqual([
      'The price moved from 50 % to >99 %.',
      'The price moved from 40 % to <1 %.',
    ]);
  });

  it('leaves out small trades and weak earthquakes, not explosions', () => {
    const changes = rankChanges(
      {
        ...NOTHING,
        signals: [
          { ...signal, id: 'small', source_type: 'whale', usd: 24_999 },
          { ...signal, id: 'large', source_type: 'whale', usd: 250_000 },
          { ...signal, id: 'weak', source_type: 'seismic', magnitude: 4.9 },
          { ...signal, id: 'blast', source_type: 'seismic', magnitude: 2, explosion: true },
          { ...signal, id: 'vix', source_type: 'financial', change: 0.128 },
        ],
      },
      10,
    );

    expect(changes.map(({ path }) => path)).toEqual(['/log/blast', '/log/large', '/log/vix']);
  });

  it('states on which side of the price the model is now', () => {
    const [change] = rankChanges({ ...NOTHING, crossings: [{ ...market, at: 1, probability: 0.25, price: 0.4 }] }, 10);

    expect(change?.detail).toBe(
      'The model now says 25 %, 15 points below the market; its last answer stood on the other side.',
    );
  });
});
