import { HALF_DAY_MS } from '../../evidence/report-groups';
import { clustersOfReports, type MarketReport } from './report-clusters';

const MIDNIGHT = Date.UTC(2026, 4, 7);
const HOUR = HALF_DAY_MS / 12;
const MARKET = { exchange: 'kalshi', ticker: 'A', relevance: 0.5 };

const report = (title: string, hours = 1, more: Record<string, unknown> = {}): MarketReport => ({
  item: {
    ...{ id: title, title, source: title, source_type: 'news', url: null, lang: null, family: title, story: null },
    ...{ at: MIDNIGHT + hours * HOUR, first_seen_at: MIDNIGHT },
    ...more,
  },
  markets: [MARKET, { ...MARKET, ticker: 'B', relevance: 0.6 }],
});

const tells = (entities: readonly string[], acts: readonly string[]) => () => ({ entities, acts });

describe('clusters of reports', () => {
  it('are of the same parties, act and half a day, from three publishers', () => {
    const reports = [report('c', 11), report('a', 1), report('b', 3)];

    expect(clustersOfReports(reports, tells(['lebanon', 'israel'], ['strike']), [], 4)).toEqual([
      {
        parties: ['israel', 'lebanon'],
        act: 'strike',
        start: MIDNIGHT,
        items: ['a', 'b', 'c'].map((id) => expect.objectContaining({ id })),
        markets: [
          { exchange: 'kalshi', ticker: 'B', items: 3, relevance: expect.closeTo(1.8) },
          { exchange: 'kalshi', ticker: 'A', items: 3, relevance: 1.5 },
        ],
      },
    ]);
  });

  it.each([
    ['two publishers', [report('a'), report('b'), report('c', 3, { family: 'b' })]],
    ['copies of two stories', [report('a'), report('b', 2, { story: 'x' }), report('c', 3, { story: 'x' })]],
    ['two halves of a day', [report('a'), report('b'), report('c', 12)]],
  ])('are not of %s', (_, reports) => {
    expect(clustersOfReports(reports, tells(['lebanon', 'israel'], ['strike']), [], 4)).toEqual([]);
  });

  it.each([
    ['an act', tells(['israel'], [])],
    ['a party', tells([], ['strike'])],
  ])('are not of titles without %s', (_, told) => {
    expect(
      clustersOfReports(
        ['a', 'b', 'c'].map((title) => report(title)),
        told,
        [],
        4,
      ),
    ).toEqual([]);
  });

  it('name a party once, with the act that most publishers report', () => {
    const told = (title: string) => {
      if (title < 'e') return tells(['iran', 'israel'], ['strike'])();
      return title < 'h' ? tells(['iran'], ['talks'])() : tells(['china'], ['drills'])();
    };
    const reports = 'abcdefghij'.split('').map((title) => report(title));
    const named = (most: number, surged: readonly string[] = []) =>
      clustersOfReports(reports, told, surged, most).map(({ parties, act }) => [...parties, act].join(' '));

    expect(named(4)).toEqual(['iran israel strike', 'china drills']);
    expect(named(1)).toEqual(['iran israel strike']);
    expect(named(4, ['israel'])).toEqual(['china drills', 'iran talks']);
  });
});
