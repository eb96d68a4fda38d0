import { loadEvidenceRule } from './evidence-seed.provider';
import { groupsOf, readTitle, REPORTING_TYPES } from './report-groups';

const NOON = Date.UTC(2026, 4, 7, 12);

interface Report {
  readonly id: string;
  readonly at: number;
  readonly entities: readonly string[];
  readonly acts: readonly string[];
}

const report = (id: string, at: number, entities: readonly string[], acts: readonly string[]): Report => ({
  id,
  at,
  entities,
  acts,
});

const groups = (reports: readonly Report[]) =>
  groupsOf(reports, (one) => one).map(({ parties, act, start, members }) => [
    parties.join(' '),
    act,
    start,
    members.map(({ id }) => id).join(' '),
  ]);

describe('groups of reports', () => {
  it('are of each two parties, sorted, of each act', () => {
    expect(groups([report('a', NOON, ['lebanon', 'iran', 'israel', 'iran'], ['strike', 'talks'])])).toEqual([
      ['iran israel', 'strike', NOON, 'a'],
      ['iran lebanon', 'strike', NOON, 'a'],
      ['israel lebanon', 'strike', NOON, 'a'],
      ['iran israel', 'talks', NOON, 'a'],
      ['iran lebanon', 'talks', NOON, 'a'],
      ['israel lebanon', 'talks', NOON, 'a'],
    ]);
  });

  it('are of one party where only one is named, and of none where none is', () => {
    expect(groups([report('a', NOON, ['iran', 'iran'], ['drills'])])).toEqual([['iran', 'drills', NOON, 'a']]);
    expect(groups([report('a', NOON, [], ['drills']), report('b', NOON, ['iran'], [])])).toEqual([]);
  });

  it('are of half a day, from its first millisecond to its last', () => {
    const at = (id: string, instant: number) => report(id, instant, ['iran'], ['drills']);

    expect(
      groups([at('a', NOON - 1), at('b', NOON), at('c', NOON + 43_200_000 - 1), at('d', NOON + 43_200_000)]),
    ).toEqual([
      ['iran', 'drills', NOON - 43_200_000, 'a'],
      ['iran', 'drills', NOON, 'b c'],
      ['iran', 'drills', NOON + 43_200_000, 'd'],
    ]);
  });

  it('keep the order of their reports, and differ by their keys', () => {
    const reports = [
      report('b', NOON + 5, ['iran', 'israel'], ['strike']),
      report('a', NOON, ['israel', 'iran'], ['strike']),
      report('c', NOON, ['iran'], ['strike']),
    ];

    expect(groups(reports)).toEqual([
      ['iran israel', 'strike', NOON, 'b a'],
      ['iran', 'strike', NOON, 'c'],
    ]);
    expect(groupsOf(reports, (one) => one).map(({ key }) => key)).toEqual([
      `${NOON} strike iran israel`,
      `${NOON} strike iran`,
    ]);
  });
});

describe('the reading of a title', () => {
  const rule = loadEvidenceRule();

  it('has the entities that it names itself, and its acts', () => {
    expect(readTitle(rule, 'Israel strikes Iran', 'en', '2026-05-07')).toEqual({
      entities: ['israel', 'iran'],
      acts: expect.arrayContaining(['attack']),
    });
  });

  it('has no entity through a town', () => {
    const { touches } = rule.read({
      ...{ id: '', summary: null, source_type: 'news', instrument: null, hints: [], market: null },
      ...{ title: 'Blast in Beersheba', lang: 'en', day: '2026-05-07' },
    });
    expect([...touches.keys()]).toContain('israel');
    expect(readTitle(rule, 'Blast in Beersheba', 'en', '2026-05-07').entities).toEqual([]);
  });

  it('is made of reporting kinds of source', () => {
    expect(REPORTING_TYPES).toEqual(['news', 'telegram', 'twitter']);
  });
});
