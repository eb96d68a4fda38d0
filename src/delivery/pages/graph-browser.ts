import type { CypherQuery } from '../../platform/graph/cypher-header';

const literal = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : `'${value.replace(/[\\']/g, (letter) => `\\${letter}`).replace(/[\r\n]/g, ' ')}'`;

/** Inserts parameters as literals, because Browser accepts none in its address. */
export const withLiterals = (query: string, parameters: Readonly<Record<string, string | number>>): string =>
  query.replace(/\$([a-z_]+)/g, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return value === undefined ? whole : literal(value);
  });

/** The question, and the statement with parameters inserted; `since` defaults to the value proposed in the header. */
export const pastedQuery = ({ text }: CypherQuery, parameters: Readonly<Record<string, string | number>>): string => {
  const proposed = /^\/\/ try:\s+:param since => (.+)$/m.exec(text)?.[1] ?? '$since';
  const body = text.replace(/^\/\/ (?:mode|param|returns|try):.*\n/gm, '');
  return withLiterals(body, parameters).replaceAll('$since', () => proposed);
};

/** Null for remote readers: the database listens on loopback. @param browser with the connection in its query */
export const browserAddress = (browser: string | null, base: string, query: string): string | null => {
  const { hostname } = new URL(base);
  const near = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return browser === null || !near ? null : `${browser}&cmd=edit&arg=${encodeURIComponent(query)}`;
};
