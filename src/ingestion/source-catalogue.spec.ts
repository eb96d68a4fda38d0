import { readSourceCatalogue } from './source-catalogue';

const read = (...records: unknown[]) => readSourceCatalogue(new Map([['feeds.json', records]]));
const MINIMAL = { id: 'daily', kind: 'feed', name: 'Daily', category: 'english_media' };

describe('readSourceCatalogue', () => {
  it('fills in missing members of a record', () => {
    expect(read(MINIMAL)).toEqual([
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
        unproven: false,
        note: null,
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
  ])('maps a %s to evidence of the kind %s', (kind, sourceType) => {
    expect(read({ ...MINIMAL, kind })[0]?.sourceType).toBe(sourceType);
  });

  it('sorts by id across files', () => {
    const files = new Map<string, unknown>([
      ['b.json', [{ ...MINIMAL, id: 'alpha' }]],
      ['a.json', [{ ...MINIMAL, id: 'beta' }]],
    ]);

    expect(readSourceCatalogue(files).map(({ id }) => id)).toEqual(['alpha', 'beta']);
  });

  it.each([
    ['an id twice', [MINIMAL, MINIMAL], 'record 2: id daily occurs twice'],
    ['a bad id', [{ ...MINIMAL, id: 'The Daily' }], 'record 1: bad id'],
    ['an unknown kind', [{ ...MINIMAL, kind: 'fax' }], 'record 1: bad kind'],
    ['no language', [{ ...MINIMAL, lang: 'xx' }], 'record 1: bad lang xx, no language of ISO 639-1 (id '],
    ['a bad language', [{ ...MINIMAL, lang: 'eng' }], 'record 1: bad lang "eng", not /^[a-z]{2}$/ (id '],
    ['an unknown field', [{ ...MINIMAL, adress: 'x' }], 'record 1: unknown field adress'],
    ['a bad url', [{ ...MINIMAL, url: 'ftp://x' }], 'record 1: bad url'],
    ['an unknown theater', [{ ...MINIMAL, theater: 'mars' }], 'record 1: bad theater'],
    ['no time to grow stale', [{ ...MINIMAL, stale_after_hours: 0 }], 'record 1: bad stale_after_hours'],
    ['something else than records', ['daily'], 'record 1: not an object'],
  ])('refuses %s by file and record', (_, records, message) => {
    expect(() => read(...records)).toThrow(`feeds.json: ${message}`);
  });
});
