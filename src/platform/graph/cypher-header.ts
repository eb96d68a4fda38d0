/**
 * A query file: declaring comment lines, then one Cypher statement. The header is enforced: the catalogue rejects a
 * file whose declared and used parameters differ, and the declared types decide how JavaScript numbers are encoded.
 *
 * ```
 * // Entities of one type, in id order.
 * // mode:    read
 * // scans:   Entity
 * // param:   $type   STRING?   entity type, or null for all
 * // returns: entity  MAP       {id, type, name}
 * // try:     :param type => 'country'
 * ```
 */
const BASE_TYPES = ['STRING', 'INTEGER', 'FLOAT', 'BOOLEAN', 'MAP'] as const;

type BaseType = (typeof BASE_TYPES)[number];

export interface QueryParameter {
  readonly name: string;
  readonly type: BaseType;
  readonly list: boolean;
  readonly nullable: boolean;
  readonly description: string;
}

export interface CypherQuery {
  /** Path under `cypher/` without extension, e.g. `ontology/list-entities`. */
  readonly name: string;
  readonly description: string;
  readonly mode: 'read' | 'write';
  /** Labels and relationship types that it may scan completely: small ones, or only at startup. */
  readonly scans: readonly string[];
  readonly parameters: readonly QueryParameter[];
  /** The whole file, so that analysts can paste exactly what runs. */
  readonly text: string;
}

class CypherHeaderError extends Error {}

const PARAMETER = /^\$(\w+)\s+(?:LIST<(\w+)>|(\w+))(\?)?\s*([^]*)$/;

/** @throws CypherHeaderError with file and reason */
export const parseCypherFile = (name: string, text: string): CypherQuery => {
  const fail = (reason: string): never => {
    throw new CypherHeaderError(`cypher/${name}.cypher: ${reason}`);
  };
  const sentences: string[] = [];
  const parameters: QueryParameter[] = [];
  let mode: string | undefined;
  let scans: string[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('//')) break;
    const words = line.slice(2).trim();
    const field = /^(mode|scans|param|returns|try):\s*([^]*)$/.exec(words);
    if (field === null) {
      if (mode === undefined) sentences.push(words);
    } else if (field[1] === 'mode') mode = field[2];
    else if (field[1] === 'scans') scans = (field[2] ?? '').split(', ');
    else if (field[1] === 'param') parameters.push(readParameter(field[2] ?? '') ?? fail(`cannot read "${words}"`));
  }
  if (sentences.join('').trim() === '') fail('begins without a sentence about itself');
  if (mode !== 'read' && mode !== 'write') return fail('says neither mode: read nor mode: write');
  checkParameters(text, parameters, fail);
  if (stripComments(text).trim().replace(/;$/, '').includes(';')) fail('holds more than one statement');
  return { name, description: sentences.join(' '), mode, scans, parameters, text };
};

const readParameter = (words: string): QueryParameter | null => {
  const match = PARAMETER.exec(words);
  const type = match?.[2] ?? match?.[3];
  const known = BASE_TYPES.find((candidate) => candidate === type);
  if (match === null || known === undefined) return null;
  return {
    name: match[1] ?? '',
    type: known,
    list: match[2] !== undefined,
    nullable: match[4] === '?',
    description: match[5] ?? '',
  };
};

const checkParameters = (
  text: string,
  parameters: readonly QueryParameter[],
  fail: (reason: string) => never,
): void => {
  const used = new Set([...stripComments(text).matchAll(/\$([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''));
  const declared = new Set(parameters.map((parameter) => parameter.name));
  if (declared.size < parameters.length) fail('declares a parameter twice');
  for (const name of used) if (!declared.has(name)) fail(`uses $${name} without declaring it`);
  for (const name of declared) if (!used.has(name)) fail(`declares $${name} without using it`);
};

/** The statement without comments and with empty string literals. */
const stripComments = (text: string): string =>
  text.replace(/'(?:\\[^]|[^'\\])*'?|"(?:\\[^]|[^"\\])*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g, (token) =>
    token.startsWith('/') ? ' ' : token.charAt(0).repeat(2),
  );

export const splitStatements = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('//'))
    .join('\n')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
