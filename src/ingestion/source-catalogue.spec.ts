import { readSourceCatalogue } from './source-catalogue';

const read = (...records: unknown[]) => readSourceCatalogue(new Map([['feeds.json', records]]));
const minimal = { id: 'daily', kind: 'feed', name: 'Daily', category: 'english_media' };

describe('readSourceCatalogue', () => {
  it('fills in what a record leaves out', () => {
    expect(read(minimal)).toEqual([
      {
        id: 'daily',
        kind: 'feed',
        sourceType: 'news',
        category: 'english_media',
        name: 'Daily',
        url: null,
        lang: null,
        theater: null,
        family: 'daily',
        party: null,
        staleAfterHours: 48,
        settings: {},
      },
    ]);
  });

  it.each([
    ['feed', 'news'],
    ['telegram', 'telegram'],
    ['twitter', 'twitter'],
    ['quotes', 'financial'],
    ['whale', 'whale'],
    ['metaculus', 'forecaster'],
    ['manifold', 'forecaster'],
    ['usgs', 'seismic'],
    ['calendar', 'calendar'],
  ])('takes a %s for evidence of the kind %s', (kind, sourceType) => {
    expect(read({ ...minimal, kind })[0]?.sourceType).toBe(sourceType);
  });

  it('sorts by id across files', () => {
    const files = new Map<string, unknown>([
      ['b.json', [{ ...minimal, id: 'alpha' }]],
      ['a.json', [{ ...minimal, id: 'beta' }]],
    ]);

    expect(readSourceCatalogue(files).map(({ id }) => id)).toEqual(['alpha', 'beta']);
  });

  it.each([
    ['an id twice', [minimal, minimal], 'record 2: id daily occurs twice'],
    ['a bad id', [{ ...minimal, id: 'The Daily' }], 'record 1: bad id'],
    ['an unknown kind', [{ ...minimal, kind: 'fax' }], 'record 1: bad kind'],
    ['an unknown field', [{ ...minimal, adress: 'x' }], 'record 1: unknown field adress'],
    ['a bad url', [{ ...minimal, url: 'ftp://x' }], 'record 1: bad url'],
    ['an unknown theater', [{ ...minimal, theater: 'mars' }], 'record 1: bad theater'],
    [
      'no time to grow stale',
      [{ ...minimal, stale_after_hours: 0 }],
      'record 1: bad stale_after_hours',
    ],
    ['something else than records', ['daily'], 'record 1: not an object'],
  ])('refuses %s by file and record', (_, records, message) => {
    expect(() => read(...records)).toThrow(`feeds.json: ${message}`);
  });
});
