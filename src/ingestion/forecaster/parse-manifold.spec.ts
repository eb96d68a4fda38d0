import { UnreadableError } from '../../platform/common/foreign-json';
import { parseManifold } from './parse-manifold';

const market = (changes: Record<string, unknown> = {}) => ({
  id: 'Ab12',
  question: 'Will the talks resume in 2027?',
  url: 'https://manifold.markets/someone/talks-resume',
  outcomeType: 'BINARY',
  probability: 0.62,
  uniqueBettorCount: 31,
  createdTime: 1_790_000_000_123,
  closeTime: 1_800_000_000_000,
  isResolved: false,
  ...changes,
});

describe('parseManifold', () => {
  it('reads a binary question', () => {
    expect(parseManifold([market()])).toEqual([
      {
        site: 'manifold',
        id: 'Ab12',
        title: 'Will the talks resume in 2027?',
        url: 'https://manifold.markets/someone/talks-resume',
        summary: null,
        publishedAt: 1_790_000_000_123,
        type: 'binary',
        status: 'open',
        consensus: 0.62,
        forecasters: 31,
        resolution: null,
        resolutionProbability: null,
        closesAt: 1_800_000_000_000_000,
      },
    ]);
  });

  it('does not read a position on a scale as a probability', () => {
    expect(parseManifold(market({ outcomeType: 'PSEUDO_NUMERIC' }))[0]?.consensus).toBeNull();
    expect(parseManifold(market({ outcomeType: 'MULTIPLE_CHOICE', probability: undefined }))[0]?.consensus).toBeNull();
  });

  it.each([
    ['YES', 0.99, null],
    ['MKT', 0.37, 0.37],
    ['CANCEL', 0.5, null],
  ])('uses the resolution probability of %s only when that settles it', (resolution, given, used) => {
    const [read] = parseManifold(market({ isResolved: true, resolution, resolutionProbability: given }));

    expect(read).toMatchObject({ status: 'resolved', resolution, resolutionProbability: used });
  });

  it('drops a closing time that means never, and builds a missing address', () => {
    const [read] = parseManifold(
      market({ closeTime: 253_402_300_799_000, url: undefined, slug: 'a-b', creatorUsername: 'x' }),
    );

    expect([read?.closesAt, read?.url]).toEqual([null, 'https://manifold.markets/x/a-b']);
  });

  it('refuses bets and errors', () => {
    expect(() => parseManifold([{ id: '1', contractId: '2', outcome: 'YES' }])).toThrow(UnreadableError);
    expect(() => parseManifold({ message: 'Contract not found' })).toThrow(/Contract not found/);
    expect(parseManifold([])).toEqual([]);
  });
});
