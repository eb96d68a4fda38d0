/**
 * Parses seismic events in document order: USGS GeoJSON (a summary, a query, one event) and Atom of USGS and similar
 * agencies, where the point is `latitude longitude` and the elevation in metres, negative below the sea.
 *
 * The agency's event id is the identity, so a revision is an edit. An agency may assign a new preferred id and list the
 * earlier ones, kept as `former_ids`. Deleted events are marked, not dropped, since they may have been used. Magnitude
 * and depth may be unknown.
 */
import { load, type CheerioAPI } from 'cheerio';
import {
  decodeUtf8,
  fieldsOf,
  httpUrlOf,
  idOf,
  isFields,
  listOf,
  microsOf,
  microsOfMillis,
  millisOfMicros,
  numberOf,
  readJson,
  textOf,
  UnreadableError,
  type Fields,
} from '../../platform/common/foreign-json';
import { oneLine, titleOf } from '../../platform/common/plain-text';
import type { ParsedItem, Scalar } from '../../event-log/item';
import { assertModestMarkup } from '../markup-limits';
import { recordedBody } from '../../markets/recorded-body';

/** Maximum size of a response; a week of all earthquakes has 1.5 MB. */
export const USGS_BYTES_MAX = 2 * 1024 * 1024;

/** @throws UnreadableError when the document is neither GeoJSON nor Atom of events */
export const parseUsgs = (bytes: Uint8Array): readonly ParsedItem[] => {
  const text = decodeUtf8(bytes);
  return /^\s*</.test(text) ? parseAtom(text) : parseGeoJson(readJson(bytes));
};

/** Explosions are only possible above this depth. */
const SHALLOW_KM = 5;

const parseGeoJson = (document: unknown): readonly ParsedItem[] => {
  const body = fieldsOf(recordedBody(document));
  const features = body['type'] === 'Feature' ? [body] : body['features'];
  if (!Array.isArray(features)) throw new UnreadableError('No GeoJSON of seismic events');
  return features.filter(isFields).flatMap((feature) => featureItem(feature));
};

const featureItem = (feature: Fields): readonly ParsedItem[] => {
  const id = idOf(feature['id']);
  if (id === null) return [];
  const properties = fieldsOf(feature['properties']);
  const [lon, lat, depth] = listOf(fieldsOf(feature['geometry'])['coordinates']).map(numberOf);
  const magnitude = numberOf(properties['mag']);
  const place = textOf(properties['place']);
  const eventType = textOf(properties['type'])?.toLowerCase() ?? 'earthquake';
  return [
    itemOf({
      id,
      title: textOf(properties['title']) ?? titleFrom(magnitude, place, eventType),
      url: httpUrlOf(properties['url']),
      occurredAt: millisOfMicros(microsOfMillis(properties['time'])),
      updatedAt: millisOfMicros(microsOfMillis(properties['updated'])),
      lat: lat ?? null,
      lon: lon ?? null,
      depthKm: depth ?? null,
      magnitude,
      magnitudeType: textOf(properties['magType']),
      eventType,
      status: textOf(properties['status'])?.toLowerCase() ?? null,
      formerIds: formerIds(properties['ids'], id),
    }),
  ];
};

/** `,pt19296002,us70005xr7,` without the current id. */
const formerIds = (value: unknown, id: string): string | null => {
  const others = (textOf(value) ?? '').split(',').filter((each) => each !== '' && each !== id);
  return others.length === 0 ? null : others.join(',');
};

const titleFrom = (magnitude: number | null, place: string | null, eventType: string): string =>
  `${magnitude === null ? 'M ?' : `M ${magnitude.toFixed(1)}`} ${eventType === 'earthquake' ? '-' : `${eventType} -`} ${place ?? 'place unknown'}`;

const parseAtom = (xml: string): readonly ParsedItem[] => {
  assertModestMarkup(xml);
  const $ = load(xml, { xml: true });
  const feed = $.root().children('feed');
  const entries = feed.children('entry').toArray();
  if (feed.length !== 1) throw new UnreadableError('Neither GeoJSON nor an Atom feed');
  return entries.flatMap((entry) => entryItem($, $(entry)));
};

type Entry = ReturnType<ReturnType<CheerioAPI['root']>['children']>;

const entryItem = ($: CheerioAPI, entry: Entry): readonly ParsedItem[] => {
  const id = textOf(entry.children('id').first().text());
  if (id === null) return [];
  const title = oneLine(entry.children('title').first().text());
  const words = plain($, entry.children('summary, content').first().text());
  const [lat, lon] = entry.children('georss\\:point').first().text().trim().split(/\s+/).map(numberOf);
  const metres = numberOf(entry.children('georss\\:elev').first().text());
  const link = entry.children('link[rel="alternate"], link:not([rel])').first().attr('href');
  return [
    itemOf({
      id: id.replace(/^urn:earthquake-usgs-gov:(\w+):(\w+)$/, '$1$2'),
      title: titleOf(title),
      url: httpUrlOf(link) ?? httpUrlOf(id),
      occurredAt: timeIn(`${title} ${words}`),
      updatedAt: millisOfMicros(microsOf(entry.children('updated').first().text())),
      lat: lat ?? null,
      lon: lon ?? null,
      depthKm: metres === null ? null : Math.round(-metres) / 1000,
      magnitude: numberOf(/\bM\s?(-?\d+(?:\.\d+)?)/.exec(title)?.[1]),
      magnitudeType: null,
      eventType: eventTypeIn(title),
      status: null,
      formerIds: null,
    }),
  ];
};

const plain = ($: CheerioAPI, html: string): string => oneLine(load(html)('body').text() || $(html).text());

/** The event time is in the text; the entry's own time is that of its last change. */
const timeIn = (words: string): number | null => {
  const match = /(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)\s*(?:UTC|Z)/.exec(words);
  return match === null ? null : millisOfMicros(microsOf(`${match[1] ?? ''} ${match[2] ?? ''}`));
};

const EVENT_TYPES = ['nuclear explosion', 'explosion', 'quarry blast', 'mining explosion', 'blast', 'rockburst'];

const eventTypeIn = (title: string): string =>
  EVENT_TYPES.find((type) => title.toLowerCase().includes(type)) ??
  (/suspected industry/i.test(title) ? 'suspected industry-related' : 'earthquake');

interface SeismicEvent {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly occurredAt: number | null;
  readonly updatedAt: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly depthKm: number | null;
  readonly magnitude: number | null;
  readonly magnitudeType: string | null;
  /** `earthquake`, `explosion`, `quarry blast` … as the agency classifies it. */
  readonly eventType: string;
  readonly status: string | null;
  readonly formerIds: string | null;
}

const itemOf = (event: SeismicEvent): ParsedItem => ({
  key: `seismic:${event.id}`,
  title: titleOf(event.title),
  url: event.url,
  publishedAt: event.occurredAt,
  lang: 'en',
  summary: null,
  publisher: null,
  attributes: attributesOf(event),
  ...(event.formerIds !== null && { formerKeys: event.formerIds.split(',').map((id) => `seismic:${id}`) }),
});

const attributesOf = (event: SeismicEvent): Readonly<Record<string, Scalar>> => {
  const located = event.lat !== null && event.lon !== null;
  const known: readonly (readonly [string, Scalar | null])[] = [
    ['event_type', event.eventType],
    ['explosion', /explosion|blast|quarry/.test(event.eventType)],
    ['shallow', event.depthKm !== null && event.depthKm <= SHALLOW_KM],
    ['magnitude', event.magnitude],
    ['magnitude_type', event.magnitudeType],
    ['depth_km', event.depthKm],
    ['lat', located ? event.lat : null],
    ['lon', located ? event.lon : null],
    ['status', event.status],
    ['updated_at', event.updatedAt],
    ['former_ids', event.formerIds],
  ];
  return Object.fromEntries(known.filter((pair): pair is readonly [string, Scalar] => pair[1] !== null));
};

/** Additional fields for `vedette parse`. */
export const seismicRecord = ({ attributes }: ParsedItem) => ({
  magnitude: attributes['magnitude'] ?? null,
  magnitude_type: attributes['magnitude_type'] ?? null,
  depth_km: attributes['depth_km'] ?? null,
  lat: attributes['lat'] ?? null,
  lon: attributes['lon'] ?? null,
  event_type: attributes['event_type'] ?? null,
  explosion: attributes['explosion'] ?? false,
  shallow: attributes['shallow'] ?? false,
  status: attributes['status'] ?? null,
});
