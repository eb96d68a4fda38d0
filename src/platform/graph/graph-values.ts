/** `LIMIT $n` rejects a FLOAT, so declared INTEGER parameters and whole numbers inside maps are wrapped. */
import neo4j, { isDate, isDateTime, isInt, isNode, isPoint, isRelationship } from 'neo4j-driver';
import type { CypherQuery, QueryParameter } from './cypher-header';

export type Parameters = Readonly<Record<string, unknown>>;

/** An undeclared parameter or invalid value: a bug. */
class ParameterError extends Error {}

/** @throws ParameterError if one is missing, unknown or of another type than declared */
export const encodeParameters = (query: CypherQuery, given: Parameters): Record<string, unknown> => {
  const encoded: Record<string, unknown> = {};
  for (const parameter of query.parameters) {
    const value = given[parameter.name];
    if (value === undefined) throw problem(query, parameter.name, 'is missing');
    encoded[parameter.name] = encodeParameter(query, parameter, value);
  }
  for (const name of Object.keys(given)) if (!(name in encoded)) throw problem(query, name, 'is not declared');
  return encoded;
};

const problem = (query: CypherQuery, name: string, what: string): ParameterError =>
  new ParameterError(`${query.name}: parameter $${name} ${what}`);

const encodeParameter = (query: CypherQuery, parameter: QueryParameter, value: unknown): unknown => {
  if (value === null) {
    if (!parameter.nullable) throw problem(query, parameter.name, 'is null');
    return null;
  }
  const one = (element: unknown): unknown => {
    const encoded = encodeOne(parameter.type, element);
    if (encoded === undefined) throw problem(query, parameter.name, `is not ${parameter.type} but ${typeof element}`);
    return encoded;
  };
  if (!parameter.list) return one(value);
  if (!Array.isArray(value)) throw problem(query, parameter.name, 'is not a list');
  return value.map(one);
};

const encodeOne = (type: QueryParameter['type'], value: unknown): unknown => {
  switch (type) {
    case 'STRING':
      return typeof value === 'string' ? value : undefined;
    case 'BOOLEAN':
      return typeof value === 'boolean' ? value : undefined;
    case 'FLOAT':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'INTEGER':
      return typeof value === 'number' && Number.isSafeInteger(value) ? neo4j.int(value) : undefined;
    case 'MAP':
      return typeof value === 'object' && !Array.isArray(value) ? encodeDeep(value) : undefined;
  }
};

const encodeDeep = (value: unknown): unknown => {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new ParameterError('a number in a map is not finite');
    return Number.isSafeInteger(value) ? neo4j.int(value) : value;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isInt(value)) return value;
  if (Array.isArray(value)) return value.map(encodeDeep);
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return encodeMembers(value);
  throw new ParameterError(`a map holds a ${typeof value} that Neo4j has no type for`);
};

const encodeMembers = (given: object): Record<string, unknown> => {
  const encoded: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(given)) if (member !== undefined) encoded[key] = encodeDeep(member);
  return encoded;
};

/** A result value as plain data: nodes become their properties, points `{lat, lon}`, instants text. */
export const decodeValue = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(decodeValue);
  if (isNode(value) || isRelationship(value)) return decodeValue(value.properties);
  if (isPoint(value)) return { lat: value.y, lon: value.x };
  if (isDateTime(value) || isDate(value)) return value.toString();
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decodeValue(member)]));
};
