/** Addresses of Neo4j Browser that open one of the saved queries, ready to be sent. Pure. */

/** A value as Cypher writes it. */
const literal = (value: string | number): string =>
  typeof value === 'number'
    ? String(value)
    : `'${value.replace(/[\\']/g, (letter) => `\\${letter}`).replace(/[\r\n]/g, ' ')}'`;

/** A query with its parameters as literals: Browser takes no parameters by its address. */
export const withLiterals = (
  query: string,
  parameters: Readonly<Record<string, string | number>>,
): string =>
  query.replace(/\$([a-z_]+)/g, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    return value === undefined ? whole : literal(value);
  });

/**
 * The address of Browser with a query in its editor, or null where readers cannot reach it: the database
 * listens on loopback, so only who reads these pages there can.
 *
 * @param browser address of Browser, with the connection in its query; null where it is not known
 * @param base address of this deployment
 */
export const browserAddress = (
  browser: string | null,
  base: string,
  query: string,
): string | null => {
  const { hostname } = new URL(base);
  const near = hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]';
  return browser === null || !near ? null : `${browser}&cmd=edit&arg=${encodeURIComponent(query)}`;
};
