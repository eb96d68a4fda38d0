/**
 * Reads the expectation that a case of the feedparser corpus states in its first comment: a Python
 * expression over `feed` and `entries`. Understood is a conjunction of comparisons with literals.
 */
export interface Expectation {
  /** `entries` with an index, or `feed`. */
  readonly entry: number | null;
  /** `title`, `summary_detail.value`, `content.0.value` … */
  readonly path: string;
  /** String, number list (a Python time tuple) or null. */
  readonly value: string | readonly number[] | null;
}

export interface CorpusCase {
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when nothing that is understood is stated. */
  readonly expectations: readonly Expectation[];
}

export function readCorpusCase(text: string): CorpusCase {
  const comment = /<!--([\s\S]*?)-->/.exec(text)?.[1] ?? '';
  const headers: Record<string, string> = {};
  for (const [, name, value] of comment.matchAll(/^\s*Header:\s*([\w-]+):\s*(.*)$/gm)) {
    headers[(name ?? '').toLowerCase()] = (value ?? '').trim();
  }
  const expression = /^\s*Expect:\s*([\s\S]*?)\s*$/m.exec(comment)?.[1]?.split('\n')[0] ?? '';
  const parts = expression.split(/\s+and\s+/).map((part) => part.trim().replace(/^\((.*)\)$/, '$1'));
  return { headers, expectations: parts.flatMap((part) => readComparison(part)) };
}

function readComparison(text: string): Expectation[] {
  const match = /^(?:(feed)|entries\[(\d+)\])((?:\[(?:'\w+'|\d+)\]|\.\w+)+)\s*==\s*(.+)$/.exec(text);
  if (match === null) return [];
  const path = [...(match[3] ?? '').matchAll(/\['(\w+)'\]|\[(\d+)\]|\.(\w+)/g)]
    .map(([, name, index, attribute]) => name ?? index ?? attribute ?? '')
    .join('.');
  const value = readLiteral(match[4] ?? '');
  return value === undefined ? [] : [{ entry: match[2] === undefined ? null : Number(match[2]), path, value }];
}

function readLiteral(text: string): string | readonly number[] | null | undefined {
  if (text === 'None') return null;
  const tuple = /^\(([\d,\s]+)\)$/.exec(text);
  if (tuple !== null) return (tuple[1] ?? '').split(',').map(Number);
  const quoted = /^u?("""|'''|"|')((?:\\[\s\S]|(?!\1)[\s\S])*)\1$/.exec(text);
  return quoted === null ? undefined : unescapePython(quoted[2] ?? '');
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

const unescapePython = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi,
    (whole, x?: string, u?: string, long?: string, other?: string) => {
      const hex = x ?? u ?? long;
      return hex === undefined ? (escapes[other ?? ''] ?? whole) : String.fromCodePoint(Number.parseInt(hex, 16));
    },
  );
