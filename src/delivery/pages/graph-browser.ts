/** Addresses of Neo4j Browser that open one of the saved queries, ready to be sent. Pure. */
import type { CypherQuery } from '../../platform/graph/cypher-header';

/** A value as Cypher writes it. */
const literal = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : `'${value.replace(/[\\']/g, (letter) => `\\${letter}`).replace(/[\r\n]/g, ' ')}'`;

/** A query with its parameters as literals: Browser takes no parameters by its address. */
export const withLiterals = (query: string, parameters: Readonly<Record<string, string | number>>): string =>
  query.replace(/\$([a-z_]+)/g, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return value === undefined ? whole : literal(value);
  });

/**
 * A saved query as it is read in the editor: what it answers, and the statement with its parameters filled
 * in; `since`, where it is not given, as its header proposes it.
 */
export const pastedQuery = ({ text }: CypherQuery, parameters: Readonly<Record<string, string | number>>): string => {
  const proposed = /^\/\/ try:\s+:param since => (.+)$/m.exec(text)?.[1] ?? '$since';
  const body = text.replace(/^\/\/ (?:mode|param|returns|try):.*\n/gm, '');
  return withLiterals(body, parameters).replaceAll('$since', () => proposed);
};

/**
 * The address of Browser with a query in its editor, or null where readers cannot reach it: the database
 * listens on loopback, so only who reads these pages there can.
 *
 * @param browser address of Browser, with the connection in its query; null where it is not known
 * @param base address of this deployment
 */
export const browserAddress = (browser: string | null, base: string, query: string): string | null => {
  const { hostname } = new URL(base);
  const near = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return browser === null || !near ? null : `${browser}&cmd=edit&arg=${encodeURIComponent(query)}`;
};
