/**
 * Canonical form of page addresses, for comparison only (never for requests): no scheme, no `www`, `m` or `amp` host,
 * no fragment, no trailing slash or AMP suffix, sorted parameters without tracking ones. Redirectors with the real
 * address are unwrapped.
 *
 * Unknown parameters are kept: a duplicate article is better than a lost one.
 */

const TRACKING_PREFIXES = (
  'utm_ at_ mc_ hsa_ pk_ mtm_ matomo_ piwik_ ga_ itm_ wt_ wt. ns_ icid_ oly_ vero_ trk_ _hs fb_ spm_ ito_ xtor ' +
  'cmpid wpisrc wpmm guce_ guccounter __twitter fbclid gclid'
).split(' ');

const TRACKING_NAMES = new Set(
  (
    'fbclid gclid gclsrc dclid gbraid wbraid msclkid twclid ttclid yclid ysclid igshid igsh mkt_tok _ga _gl __s s_cid s_kwcid ' +
    'cid cmp cmpid campaign campaign_id ref referer referrer ref_src ref_url refsrc reflink source src from via feature share ' +
    'shared sharing smid smtyp smcid partner rss rssfeed feed ocid oc ncid icid ico ito abcid sref srnd sr_share xtor echobox ' +
    'traffic_source promo ftag ftcamp vgo_ee spm scm _openstat openstat frommedia fromtype from_source ncp soc_src soc_trk ' +
    'tsrc guccounter outputtype amp usqp ved usg ei sa rct sca_esv sid phpsessid jsessionid sessionid session_id aspsessionid ' +
    'cfid cftoken _ nocache cachebuster cb rnd rand random nc'
  ).split(' '),
);

/** On script paths, parameters may identify the page. */
const SCRIPT_PATH = /\.(?:php|aspx?|jsp|cgi|pl|do|dll|cfm)$|^\/?$/i;

/** Tracking names that a script may use for the article itself: kept on script paths. */
const AMBIGUOUS_NAMES = new Set('sid cid source src from feed ref nc sa ei oc campaign'.split(' '));

const HOST_PREFIX = /^(?:www\d?|m|mobile|amp|amphtml)\.(?=[^.]+\.)/;

/** Redirector hosts, and the parameters with the target address. */
const REDIRECTORS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?\/url$/, ['url', 'q']],
  [/(?:^|\.)bing\.com\/news\/apiclick\.aspx$/, ['url']],
  [/^lm?\.facebook\.com\/l\.php$/, ['u']],
  [/(?:^|\.)youtube\.com\/redirect$/, ['q']],
];

const UNWRAPS_MAX = 3;

/** Canonical form of an http(s) address such as `example.com/news/1?id=7`; null for anything else. */
export const canonicalUrl = (address: string): string | null => {
  let url = parseHttp(address);
  for (let unwraps = 0; url !== null && unwraps < UNWRAPS_MAX; unwraps += 1) {
    const inner = unwrap(url);
    if (inner === null) break;
    url = inner;
  }
  return url === null ? null : formatUrl(url);
};

const parseHttp = (address: string): URL | null => {
  const trimmed = address.trim();
  if (!URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
};

const unwrap = (url: URL): URL | null => {
  const place = `${url.hostname}${url.pathname}`;
  const parameters = REDIRECTORS.find(([pattern]) => pattern.test(place))?.[1] ?? [];
  for (const name of parameters) {
    const inner = parseHttp(url.searchParams.get(name) ?? '');
    if (inner !== null) return inner;
  }
  // The AMP cache: cdn.ampproject.org/c/s/example.com/page
  const amp = /^(?:[^/]*\.)?cdn\.ampproject\.org\/[a-z]\/(?:s\/)?(.+)$/.exec(place)?.[1];
  return amp === undefined ? null : parseHttp(`https://${amp}${url.search}`);
};

const formatUrl = (url: URL): string => {
  const host = stripHost(url.hostname.replace(/\.$/, ''));
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const path = stripPath(normalPercent(url.pathname));
  const query = stripQuery(url.searchParams, path);
  return `${host}${port}${path}${query}`;
};

const stripHost = (host: string): string => {
  const stripped = host.replace(HOST_PREFIX, '');
  return stripped === host ? host : stripHost(stripped);
};

const stripPath = (path: string): string =>
  path
    .replace(/\/{2,}/g, '/')
    .replace(/;(?:jsessionid|phpsessid|sid)=[^/]*/i, '')
    .replace(/^\/amp(?=\/.)/i, '')
    .replace(/\/(?:amp|index\.(?:html?|php|aspx?|jsp))\/?$/i, '')
    .replace(/\.amp(?=\.html?$|$)/i, '')
    .replace(/(?<!\/)\/+$/, '');

/** Decodes unreserved characters, and upper-cases other escapes (RFC 3986, 6.2.2). */
const normalPercent = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (whole, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : whole.toUpperCase();
  });

const stripQuery = (parameters: URLSearchParams, path: string): string => {
  const isScript = SCRIPT_PATH.test(path);
  const kept = [...parameters]
    .filter(([, value]) => value !== '' || isScript)
    .filter(([name]) => !isDecoration(name.toLowerCase(), isScript))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
};

const isDecoration = (name: string, isScript: boolean): boolean =>
  (TRACKING_NAMES.has(name) && !(isScript && AMBIGUOUS_NAMES.has(name))) ||
  TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
