/** One small change to a query, which a test should detect. */
export interface Mutant {
  /** Name of the change, as in `equivalent` of a cases file. */
  readonly name: string;
  readonly text: string;
}

interface Change {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** Comments and strings blanked, every place kept. */
const blanked = (text: string): string =>
  text.replace(/'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`[^`]*`|\/\/[^\n]*|\/\*[^]*?\*\//g, (token) =>
    /^\//.test(token) ? ' '.repeat(token.length) : `${token[0]}${'x'.repeat(token.length - 2)}${token[0]}`,
  );

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

const KEYWORD =
  /^(?:MATCH|OPTIONAL|WITH|RETURN|ORDER|SET|CREATE|MERGE|CALL|USING|UNWIND|FOREACH|LIMIT|SKIP|DELETE|DETACH|REMOVE|ON|UNION|YIELD|WHERE)\b/;

/** Where a clause ends that begins at a place: at the next clause, or where its bracket closes. */
const endOfClause = (code: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    const char = code[at] ?? '';
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0 && (char === ';' || char === '|')) return at;
    else if (depth === 0 && /\s/.test(code[at - 1] ?? ' ') && KEYWORD.test(code.slice(at, at + 10)) && at > from)
      return at;
  }
  return code.length;
};

/** Parts of a clause between words or commas at its own depth; CASE to END is one part. */
const parts = (code: string, from: number, to: number, separator: RegExp): { from: number; to: number }[] => {
  const found: { from: number; to: number }[] = [];
  let depth = 0;
  let begun = from;
  for (let at = from; at < to; at += 1) {
    const char = code[at] ?? '';
    const rest = code.slice(at, at + 6);
    const isWord = !/\w/.test(code[at - 1] ?? ' ');
    if ('([{'.includes(char) || (isWord && /^CASE\b/.test(rest))) depth += 1;
    else if (')]}'.includes(char) || (isWord && /^END\b/.test(rest))) depth -= 1;
    else if (depth === 0) {
      const match = separator.exec(rest);
      if (match !== null && (isWord || match[0] === ',')) {
        found.push({ from: begun, to: at });
        begun = at + match[0].length;
        at = begun - 1;
      }
    }
  }
  return [...found, { from: begun, to }].filter((part) => code.slice(part.from, part.to).trim() !== '');
};

const BOUNDS: Readonly<Record<string, string>> = { '>=': '>', '<=': '<', '>': '>=', '<': '<=', '<>': '=' };

const boundChanges = (text: string, code: string): Change[] =>
  [...code.matchAll(/(?<=\s)(?:>=|<=|<>|>|<)(?=\s)/g)].map((match) => {
    const by = BOUNDS[match[0]] ?? '';
    const around = squeeze(text.slice(Math.max(0, match.index - 25), match.index + 25));
    return { name: `${match[0]} → ${by} in "${around}"`, from: match.index, to: match.index + match[0].length, by };
  });

const limitChanges = (code: string): Change[] =>
  [...code.matchAll(/\bLIMIT (\$\w+)/g)].map((match) => ({
    name: `LIMIT ${match[1]} + 1`,
    from: match.index,
    to: match.index + match[0].length,
    by: `LIMIT ${match[1]} + 1`,
  }));

const nullChanges = (text: string, code: string): Change[] =>
  [...code.matchAll(/\bIS (NOT )?NULL\b/g)].map((match) => {
    const by = match[1] === undefined ? 'IS NOT NULL' : 'IS NULL';
    const before = squeeze(text.slice(Math.max(0, match.index - 25), match.index));
    return { name: `"${before}" ${by}`, from: match.index, to: match.index + match[0].length, by };
  });

const optionalChanges = (text: string, code: string): Change[] =>
  [...code.matchAll(/\bOPTIONAL (?=MATCH\b)/g)].map((match) => ({
    name: `due: ${squeeze(text.slice(match.index + 9, match.index + 50))}`,
    from: match.index,
    to: match.index + match[0].length,
    by: '',
  }));

/** A key whose value another condition fixes has no order to reverse. */
const isFixed = (code: string, key: string): boolean =>
  /^[\w.]+$/.test(key) && new RegExp(`${key.replace('.', '\\.')} = (?!.*ORDER)`).test(code);

const orderChanges = (text: string, code: string): Change[] =>
  [...code.matchAll(/\bORDER BY /g)].flatMap((match) => {
    const from = match.index + match[0].length;
    return parts(code, from, endOfClause(code, from), /^,/).flatMap((part) => {
      const key = text.slice(part.from, part.to);
      const [, bare = '', falling] = /^([^]*?)(\s+DESC)?\s*$/.exec(key) ?? [];
      if (isFixed(code, squeeze(bare))) return [];
      const by = falling === undefined ? `${bare.trimEnd()} DESC ` : `${bare} `;
      return [
        { name: `order reversed: ${squeeze(key)}`, from: part.from, to: part.to, by: by.replace(/^(?=\S)/, ' ') },
      ];
    });
  });

/** A condition that only allows the use of an index does not count. */
const choosesIndex = (code: string, condition: string): boolean => {
  const [, variable = '', property = ''] = /^(\w+)\.(\w+) IS NOT NULL$/.exec(condition) ?? [];
  return property !== '' && new RegExp(`INDEX (?:SEEK )?${variable}:\\w+\\([^)]*\\b${property}\\b`).test(code);
};

const conditionChanges = (text: string, code: string): Change[] =>
  [...code.matchAll(/\bWHERE\b/g)].flatMap((match) => {
    const from = match.index + match[0].length;
    const to = endOfClause(code, from);
    const either = parts(code, from, to, /^OR\b/);
    return either.flatMap((side) => {
      const all = parts(code, side.from, side.to, /^AND\b/);
      return all.flatMap((part) => {
        const condition = squeeze(text.slice(part.from, part.to));
        if (choosesIndex(code, condition)) return [];
        const by = either.length > 1 && all.length === 1 ? ' false ' : ' true ';
        return [{ name: `dropped: ${condition}`, from: part.from, to: part.to, by }];
      });
    });
  });

/** Every single change of a query's bounds, orders, conditions, null tests and optional parts. */
export const mutantsOf = (text: string): Mutant[] => {
  const code = blanked(text);
  const changes = [
    ...boundChanges(text, code),
    ...limitChanges(code),
    ...nullChanges(text, code),
    ...optionalChanges(text, code),
    ...orderChanges(text, code),
    ...conditionChanges(text, code),
  ];
  return changes.map(({ name, from, to, by }) => ({ name, text: text.slice(0, from) + by + text.slice(to) }));
};
