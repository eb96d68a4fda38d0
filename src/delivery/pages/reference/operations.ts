import type { OpenAPIObject } from '@nestjs/swagger';
import { fieldsIn, fieldsOf, textOf, type Fields } from '../../../platform/common/foreign-json';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  /** Type and range: `whole number, 1 to 500`. */
  readonly takes: string;
  readonly choices: readonly string[] | null;
  readonly example: string;
  readonly repeatable: boolean;
}

/** A member of a response, with its path in the document: `a.b[].c`. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

export interface Operation {
  readonly slug: string;
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly mediaTypes: readonly string[];
  readonly members: readonly Member[];
  readonly errors: readonly number[];
  /** Path of the list whose rows identify this operation's resources, or null. */
  readonly listedAt: string | null;
}

/** In the order of interest to a new user; other tags follow. */
const GROUPS = [
  'Markets',
  'Event log',
  'Alerts',
  'Confluence',
  'Digest',
  'Ontology',
  'Predictions',
  'Track record',
  'Registry',
  'Dataset',
  'Sources',
  'Webhooks',
];

/** Deeper members are covered by the description of their parent. */
const DEPTH_MAX = 4;

export const operationsOf = (document: OpenAPIObject): Operation[] => {
  const paths = Object.keys(document.paths);
  return Object.entries(document.paths)
    .flatMap(([path, item]) =>
      item.get === undefined ? [] : [operationOf(document, path, item.get as unknown as Fields, paths)],
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || compare(a.group, b.group) || compare(a.path, b.path));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const rankOf = ({ group }: Operation): number => {
  const rank = GROUPS.indexOf(group);
  return rank === -1 ? GROUPS.length : rank;
};

const operationOf = (document: OpenAPIObject, path: string, operation: Fields, paths: readonly string[]): Operation => {
  const resolve = resolverOf(document);
  const ok = resolve(fieldsOf(fieldsOf(operation['responses'])['200']));
  const content = fieldsOf(ok['content']);
  const schema = Object.values(content).map((media) => fieldsOf(fieldsOf(media)['schema']))[0];
  const before = path.slice(0, path.indexOf('/{'));
  return {
    slug: slugOf(path),
    path,
    group: wordsOf((operation['tags'] as unknown[] | undefined)?.[0]) || 'Other',
    summary: wordsOf(operation['summary']),
    description: wordsOf(operation['description']),
    parameters: fieldsIn(operation['parameters'])
      .map(resolve)
      .filter((parameter) => parameter['in'] === 'path' || parameter['in'] === 'query')
      .map((parameter) => parameterOf(parameter, resolve)),
    mediaTypes: Object.keys(content),
    members: schema === undefined ? [] : membersOf(schema, resolve),
    errors: Object.keys(fieldsOf(operation['responses']))
      .map(Number)
      .filter((status) => status >= 400),
    listedAt: path.includes('/{') && paths.includes(before) ? before : null,
  };
};

/** `/v1/markets/{exchange}/{ticker}` → `v1-markets-exchange-ticker`. */
const slugOf = (path: string): string =>
  path
    .replace(/[{}]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const parameterOf = (parameter: Fields, resolve: (value: Fields) => Fields): Parameter => {
  const outer = resolve(fieldsOf(parameter['schema']));
  const repeatable = outer['type'] === 'array';
  const schema = repeatable ? resolve(fieldsOf(outer['items'])) : outer;
  const choices = Array.isArray(schema['enum']) ? schema['enum'].filter((value) => value !== null).map(String) : null;
  const example = parameter['example'] ?? outer['example'] ?? schema['example'];
  return {
    name: wordsOf(parameter['name']),
    in: parameter['in'] === 'path' ? 'path' : 'query',
    required: parameter['required'] === true,
    description: wordsOf(parameter['description']),
    takes: [takesOf(schema), repeatable ? 'may be repeated' : ''].filter(Boolean).join(', '),
    choices,
    example: [example ?? ''].flat().map(String)[0] ?? '',
    repeatable,
  };
};

const takesOf = (schema: Fields): string => {
  const { minimum, maximum, maxLength, format } = schema;
  const type = typeOf(schema);
  if (type === 'integer')
    return typeof minimum === 'number' && typeof maximum === 'number'
      ? `whole number, ${minimum} to ${maximum}`
      : 'whole number';
  if (type === 'number') return 'number';
  if (type === 'boolean') return 'true or false';
  if (format === 'date-time') return 'instant, RFC 3339';
  if (format === 'date') return 'day, YYYY-MM-DD';
  return typeof maxLength === 'number' ? `text, at most ${maxLength} characters` : 'text';
};

const typeOf = (schema: Fields): string => {
  const { type } = schema;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any';
};

const membersOf = (schema: Fields, resolve: (value: Fields) => Fields): Member[] => {
  const found: Member[] = [];
  const walk = (value: Fields, at: string, depth: number): void => {
    const node = plain(resolve(value), resolve);
    if (node['type'] === 'array' || isListOrNull(node)) {
      walk(fieldsOf(node['items']), `${at}[]`, depth);
      return;
    }
    for (const [name, inner] of Object.entries(fieldsOf(node['properties']))) {
      const member = plain(resolve(fieldsOf(inner)), resolve);
      const path = at === '' ? name : `${at}.${name}`;
      found.push({
        name: path,
        type: memberType(member, resolve),
        description: wordsOf(fieldsOf(inner)['description']) || wordsOf(member['description']),
      });
      if (depth < DEPTH_MAX) walk(member, path, depth + 1);
    }
  };
  walk(schema, '', 1);
  return found;
};

const isListOrNull = ({ type }: Fields): boolean => Array.isArray(type) && type.includes('array');

const memberType = (member: Fields, resolve: (value: Fields) => Fields): string => {
  const words = [member['type'] ?? 'any'].flat().map(String);
  const orNull = member['orNull'] === true || words.includes('null') ? ' or null' : '';
  const type = words.filter((word) => word !== 'null').join(' or ');
  if (member['format'] === 'date-time') return `instant${orNull}`;
  if (type !== 'array') return `${type}${orNull}`;
  const element = plain(resolve(fieldsOf(member['items'])), resolve);
  return `${memberType(element, resolve)} list${orNull}`;
};

/** Unwraps `anyOf: [x, null]` and single `allOf`. */
const plain = (schema: Fields, resolve: (value: Fields) => Fields): Fields => {
  const all = fieldsIn(schema['allOf']);
  if (all.length === 1 && all[0] !== undefined)
    return plain({ ...schema, allOf: undefined, ...resolve(all[0]) }, resolve);
  const any = fieldsIn(schema['anyOf']);
  const some = any.filter((choice) => choice['type'] !== 'null');
  return any.length === 2 && some.length === 1 && some[0] !== undefined
    ? { ...plain(resolve(some[0]), resolve), orNull: true }
    : schema;
};

const resolverOf =
  (document: OpenAPIObject) =>
  (value: Fields): Fields => {
    const reference = value['$ref'];
    if (typeof reference !== 'string') return value;
    const target = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<Fields>((node, key) => fieldsOf(node[key]), document as unknown as Fields);
    return { ...target, ...value, $ref: undefined };
  };

const wordsOf = (value: unknown): string => textOf(value) ?? '';
