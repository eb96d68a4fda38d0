import { sha256Hex } from '../../platform/common/sha256';
import { THEATERS } from '../../ontology/theater';
import { checkUrl } from '../../platform/upstream/address-guard';
import { EVENT_TYPES, type Wanted } from './webhook-event';

export interface EndpointSettings extends Wanted {
  readonly url: string;
  readonly label: string;
}

const LIST_MAX = 100;
const RATIO_MAX = 1_000_000;
const LABEL_LENGTH_MAX = 100;

export const environmentEndpointId = (url: string): string => `we-env-${sha256Hex(url).slice(0, 16)}`;

/** @param privateHosts configured `host:port` values, which may be private @throws RangeError with the field */
export const readEndpoint = (given: unknown, privateHosts: readonly string[]): EndpointSettings => {
  if (typeof given !== 'object' || given === null) throw new RangeError('an endpoint must be an object');
  const members = given as Readonly<Record<string, unknown>>;
  const known = ['url', 'label', 'events', 'entities', 'theaters', 'markets', 'min_ratio'];
  for (const name of Object.keys(members))
    if (!known.includes(name)) throw new RangeError(`${name}: is not one of ${known.join(', ')}`);
  const { url, label = '' } = members;
  if (typeof label !== 'string' || label.length > LABEL_LENGTH_MAX)
    throw new RangeError(`label: must be text of at most ${LABEL_LENGTH_MAX} characters`);
  return {
    url: readUrl(url, privateHosts),
    label,
    events: list(members, 'events', ...oneOf(EVENT_TYPES)),
    entities: list(members, 'entities', (one) => /^[a-z0-9-]{1,100}$/.test(one), 'the id of an entity, such as iran'),
    theaters: list(members, 'theaters', ...oneOf(THEATERS)),
    markets: list(
      members,
      'markets',
      (one) => /^(?:polymarket|kalshi)\/[\w.-]{1,200}$/.test(one),
      'exchange/ticker, such as kalshi/KXIRAN-26',
    ),
    min_ratio: readRatio(members['min_ratio'] ?? null),
  };
};

const readUrl = (url: unknown, privateHosts: readonly string[]): string => {
  if (typeof url !== 'string' || !URL.canParse(url)) throw new RangeError('url: must be an absolute http(s) URL');
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const named = /^https?:$/.test(protocol) && username === '' && password === '' && privateHosts.includes(host);
  const decision = checkUrl(url);
  if (!named && !decision.ok)
    throw new RangeError(
      `url: ${decision.reason} (UPSTREAM_PRIVATE_HOSTS names each host:port that may be asked all the same)`,
    );
  return url;
};

const readRatio = (ratio: unknown): number | null => {
  if (ratio === null) return null;
  if (typeof ratio === 'number' && ratio >= 1 && ratio <= RATIO_MAX) return ratio;
  throw new RangeError(`min_ratio: must be a number from 1 to ${RATIO_MAX}`);
};

const oneOf = (values: readonly string[]): [(one: string) => boolean, string] => [
  (one) => values.includes(one),
  `one of ${values.join(', ')}`,
];

const list = (
  members: Readonly<Record<string, unknown>>,
  name: string,
  holds: (one: string) => boolean,
  expected: string,
): string[] => {
  const given = members[name] ?? [];
  if (!Array.isArray(given) || given.length > LIST_MAX)
    throw new RangeError(`${name}: must be a list of at most ${LIST_MAX}`);
  return given.map((one) => {
    if (typeof one !== 'string' || !holds(one)) throw new RangeError(`${name}: must be ${expected}`);
    return one;
  });
};
