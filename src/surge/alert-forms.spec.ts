import { atomFeed, jsonFeed } from '../platform/formats/news-feed';
import type { AlertRow } from './alerts.dto';
import { alertSaying, alertsFeed, placeOfAlert } from './alert-forms';

const NOON = Date.UTC(2026, 4, 7, 12);

const row: AlertRow = {
  alert: {
    id: 'abc',
    cluster: 'theater:iran',
    also: [],
    active: true,
    opened_at: NOON,
    updated_at: NOON + 60_000,
    closed_at: null,
    window_start: NOON - 300_000,
    window_end: NOON,
    count: 31,
    ratio: 3.1,
    families: 3,
    started_at: NOON - 300_000,
    last_window_end: NOON,
    baseline: { rate: 10, busyRate: 11, hours: 168 },
    floors: { count: 5, families: 2, baselineHours: 24 },
  },
  items: [
    {
      id: 'i',
      title: '<b>Blast & fire</b>',
      source: 'x',
      source_type: 'news',
      url: null,
      at: NOON,
    },
  ],
  evidence: 1,
};

const ALL = { base: 'https://v.example', cluster: null, now: NOON, synthetic: false };

describe('alertsFeed', () => {
  it('has one entry per alert, dated by its last change, with outside text escaped', () => {
    const feed = atomFeed(alertsFeed([row], ALL));

    expect(feed).toContain('<updated>2026-05-07T12:01:00.000000Z</updated>');
    expect(feed).toContain('theater:iran: 31 items in five minutes, 3.1 × baseline (open)');
    expect(feed).toContain('&lt;b&gt;Blast &amp; fire&lt;/b&gt; (x)');
    expect(feed.match(/<entry>/g)).toHaveLength(1);
  });

  it('is a feed without alerts too', () => {
    const feed = alertsFeed([], { ...ALL, cluster: 'around:iran', synthetic: true });

    expect(atomFeed(feed)).toContain('<updated>2026-05-07T12:00:00');
    expect(jsonFeed(feed)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Vedette: surge alerts, around:iran (synthetic demo)',
      feed_url: 'https://v.example/v1/ontology/alerts.feed.json?cluster=around%3Airan',
      items: [],
    });
  });

  it('has the same content in both forms', () => {
    expect(jsonFeed(alertsFeed([row], ALL))).toMatchObject({
      items: [
        {
          id: 'https://v.example/v1/ontology/alerts#abc',
          content_text: '<b>Blast & fire</b> (x)',
          date_published: '2026-05-07T12:00:00.000000Z',
          date_modified: '2026-05-07T12:01:00.000000Z',
        },
      ],
    });
  });
});

describe('placeOfAlert', () => {
  const at = { lat: 32.65, lon: 51.67 };

  it.each([
    ['places that its items name, once each', 'theater:iran', [at, at], { points: [at], basis: 'named' }],
    ['the entity that it is around', 'around:isfahan', [], { points: [at], basis: 'entity' }],
    ['nowhere', 'theater:iran', [], null],
  ])('is %s', (_name, cluster, named, place) => {
    const places = new Map([['i', named]]);

    expect(placeOfAlert({ cluster, items: [{ id: 'i' }] }, places, new Map([['isfahan', at]]))).toEqual(place);
  });
});

it('tells in the text of an alert when it was raised, as MISP keeps of its times only the last', () => {
  const { text } = alertSaying({ alert: row.alert, items: [], markets: [], forecasts: [] }, [], ALL.base);

  expect(text).toContain('31 items within five minutes from 3 families of publishers, against 10.00 usually.');
  expect(text).toContain('Raised at 2026-05-07T12:00:00.000000Z.');
});
