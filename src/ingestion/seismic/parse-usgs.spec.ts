import { UnreadableError } from '../../platform/common/foreign-json';
import { parseUsgs, seismicRecord } from './parse-usgs';

const feature = (properties: Record<string, unknown> = {}, coordinates: unknown = [51.4, 35.7, 0]) => ({
  type: 'Feature',
  id: 'xx1',
  properties: {
    mag: 3.14,
    magType: 'mb',
    place: '9 km N of Tehran, Iran',
    time: 1_790_000_000_123,
    updated: 1_790_000_600_000,
    url: 'https://example.org/xx1',
    status: 'AUTOMATIC',
    ids: ',ab9,xx1,',
    type: 'explosion',
    ...properties,
  },
  geometry: { type: 'Point', coordinates },
});

const parse = (document: unknown) => parseUsgs(Buffer.from(JSON.stringify(document)));

describe('parseUsgs', () => {
  it('reads an event with longitude before latitude', () => {
    const [item] = parse({ type: 'FeatureCollection', features: [feature()] });

    expect(item).toMatchObject({
      key: 'seismic:xx1',
      title: 'M 3.1 explosion - 9 km N of Tehran, Iran',
      url: 'https://example.org/xx1',
      publishedAt: 1_790_000_000_123,
      formerKeys: ['seismic:ab9'],
    });
    expect(item?.attributes).toEqual({
      event_type: 'explosion',
      explosion: true,
      shallow: true,
      magnitude: 3.14,
      magnitude_type: 'mb',
      depth_km: 0,
      lat: 35.7,
      lon: 51.4,
      status: 'automatic',
      updated_at: 1_790_000_600_000,
      former_ids: 'ab9',
    });
  });

  it('keeps unknown values null', () => {
    const [item] = parse(feature({ mag: null, type: 'earthquake', title: null }, [51.4, 35.7, null]));

    expect(item?.title).toBe('M ? - 9 km N of Tehran, Iran');
    expect(item && seismicRecord(item)).toMatchObject({
      magnitude: null,
      depth_km: null,
      shallow: false,
      explosion: false,
    });
  });

  it('keeps the identity of a revised event', () => {
    const [before] = parse(feature());
    const [after] = parse(feature({ mag: 3.4, updated: 1_790_009_000_000, status: 'reviewed' }));

    expect(after?.key).toBe(before?.key);
    expect(after?.attributes['updated_at']).not.toBe(before?.attributes['updated_at']);
  });

  it('marks a deleted event instead of dropping it', () => {
    expect(parse(feature({ status: 'deleted' }))[0]?.attributes['status']).toBe('deleted');
  });

  it('reads Atom with the time of the event from its words', () => {
    const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss">
      <entry><id>urn:earthquake-usgs-gov:us:abc1</id><title>M 4.8 - 20 km S of Natanz, Iran</title>
      <updated>2026-11-02T06:00:00Z</updated><link rel="alternate" href="https://example.org/usabc1"/>
      <summary type="html"><![CDATA[<dl><dt>Time</dt><dd>2026-11-02 04:10:05 UTC</dd></dl>]]></summary>
      <georss:point>33.3 51.9</georss:point><georss:elev>-10400</georss:elev></entry></feed>`;

    expect(parseUsgs(Buffer.from(atom))).toMatchObject([
      {
        key: 'seismic:usabc1',
        publishedAt: Date.parse('2026-11-02T04:10:05Z'),
        attributes: { magnitude: 4.8, lat: 33.3, lon: 51.9, depth_km: 10.4 },
      },
    ]);
  });

  it('refuses other documents', () => {
    expect(() => parse({ hello: 1 })).toThrow(UnreadableError);
    expect(() => parseUsgs(Buffer.from('<html><body>503</body></html>'))).toThrow(UnreadableError);
    expect(() => parseUsgs(Buffer.from(''))).toThrow(UnreadableError);
  });
});
