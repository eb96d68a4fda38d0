import { readJson } from '../../src/platform/common/foreign-json';
import { parseUsgs, seismicRecord } from '../../src/ingestion/seismic/parse-usgs';
import { readCapture } from './captured';

describe('parseUsgs on captured feeds', () => {
  const bytes = (file: string) => readCapture('payloads', 'usgs', file);

  it.each([
    '4.5_month-2013-07-20.geojson',
    'all_day-2014-04-14.geojson',
    'all_day-2018-05-23.geojson',
    'all_day-2019-01-30.geojson',
    'all_hour-2013-07-20.geojson',
    'all_week-2023-08-04.geojson',
    'significant_month-2019-10-26.geojson',
    'significant_month-2022-04-05.geojson',
    'significant_month-2023-10-11.geojson',
  ])('reads every event of %s with time, place and magnitude of the payload', (file) => {
    const raw = readJson(bytes(file)) as any;
    const items = parseUsgs(bytes(file));

    expect(items).toHaveLength(raw.metadata.count);
    items.forEach((item, index) => {
      const source = raw.features[index];
      expect(item.key).toBe(`seismic:${source.id}`);
      expect(item.publishedAt).toBe(source.properties.time);
      expect(seismicRecord(item)).toMatchObject({
        magnitude: source.properties.mag,
        lon: source.geometry.coordinates[0],
        lat: source.geometry.coordinates[1],
        depth_km: source.geometry.coordinates[2],
        event_type: source.properties.type,
      });
    });
  });

  it('reads the Atom of two agencies', () => {
    expect(parseUsgs(bytes('atom-one-entry.xml'))).toMatchObject([
      {
        key: 'seismic:nc73239366',
        publishedAt: Date.parse('2019-07-31T12:26:15Z'),
        attributes: { depth_km: 29.35 },
      },
    ]);
    expect(parseUsgs(bytes('nrcan-canada-en.atom')).map(({ attributes }) => attributes['magnitude'])).toEqual([
      2.17,
      3.16,
      expect.any(Number),
    ]);
  });
});
