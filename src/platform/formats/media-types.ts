/** Formats besides JSON. `Accept` is rewritten to the address with `?format=`, so that caches need only that. */
export const GEOJSON = 'application/geo+json';
export const STIX = 'application/stix+json;version=2.1';
export const ATOM = 'application/atom+xml; charset=utf-8';
export const JSON_FEED = 'application/feed+json';

export type Format = 'json' | 'geojson' | 'stix';

/** Formats by path. Path parameters match one segment, as in the router. */
const OFFERS: readonly { readonly path: RegExp; readonly type: string; readonly format: Format }[] = [
  { path: /^\/v1\/ontology\/(?:entities|events|alerts)$/, type: 'application/geo+json', format: 'geojson' },
  {
    path: /^\/v1\/(?:ontology\/(?:entities|alerts)|predictions)\/[^/]+$/,
    type: 'application/stix+json',
    format: 'stix',
  },
];

const ACCEPT_LENGTH_MAX = 1_000;

/** Whether a path has other formats, so that responses need `Vary: Accept`. */
export const hasOtherForms = (path: string): boolean => OFFERS.some((offer) => offer.path.test(path));

/** @param url requested path with its query @param accept a type in it counts unless JSON is preferred */
export const withAskedFormat = (url: string, accept: string | undefined): string => {
  if (accept === undefined || accept.length > ACCEPT_LENGTH_MAX || !accept.includes('+json')) return url;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const offer = OFFERS.find((one) => one.path.test(path));
  if (offer === undefined || /[?&]format=/.test(url)) return url;
  const asked = qualityOf(accept, offer.type);
  if (asked === 0 || asked < qualityOf(accept, 'application/json')) return url;
  return `${url}${mark < 0 ? '?' : '&'}format=${offer.format}`;
};

/** The quality value of exactly this type, 0 to 1; 0 if absent. */
const qualityOf = (accept: string, type: string): number => {
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    if (name !== type) continue;
    const version = parameters.find((one) => one.startsWith('version='));
    if (version !== undefined && !/^version="?2\.1"?$/.test(version)) continue;
    const weight = parameters.find((one) => one.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    return Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 0;
  }
  return 0;
};
