/** Tests check requests against the ledger, the replay responds by it, and `docs/upstreams.md` is generated from it. */

/** Source of a fact, with the month (`2026-11`) of the last check. */
interface Says {
  readonly what: string;
  readonly where: string;
  readonly checked: string;
}

/**
 * Allowed value of a parameter: `text`, a number range `1..1000`, a pattern `/a|b/` for the whole value, or `list
 * 1..20` (a JSON array, or comma-separated values); prefixed with `repeat` if it may occur several times.
 */
export type Takes = string;

export interface LedgerCall {
  readonly id: string;
  readonly purpose: string;
  readonly method: 'GET' | 'POST';
  /**
   * Default address without query; `{name}` matches a path segment or a part of it, `{*}` the rest of the path, and
   * `{feed}` alone each address of `seed/sources/feeds.json`.
   */
  readonly address: string;
  /** By name; a trailing question mark makes it optional. Others are rejected. */
  readonly parameters: Readonly<Record<string, Takes>>;
  readonly body?: Readonly<Record<string, Takes>>;
  /** Headers besides the common ones, in lower case. */
  readonly headers?: readonly string[];
  /** Members of the response that we use. */
  readonly reads: readonly string[];
  /** Maximum span between two parameters, in seconds. */
  readonly span?: { readonly from: string; readonly to: string; readonly seconds: number };
  /** Accepted user agents; others get the status. */
  readonly agent?: { readonly begins: string; readonly otherwise: number };
  readonly limits?: string;
  /** US dollars per returned object. */
  readonly usd?: number;
  /** UTC date of its retirement, or null. */
  readonly retires?: string | null;
  readonly says: readonly Says[];
}

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cache_read: number;
  readonly cache_write: number;
}

export interface KnownModel {
  readonly id: string;
  /** Whether it supports reasoning with a configurable effort. */
  readonly thinks: boolean;
  readonly max_output_tokens: number;
  /** UTC date of its retirement, or null. */
  readonly retires: string | null;
  readonly replaced_by?: string;
  /** Oldest first, each valid from a UTC date. */
  readonly prices: readonly (TokenPrices & { readonly from: string })[];
  readonly says: readonly Says[];
}

export interface LedgerUpstream {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  /** Of models. */
  readonly provider?: string;
  readonly calls?: readonly LedgerCall[];
  readonly models?: readonly KnownModel[];
}

export interface MadeRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const USUAL_HEADERS = new Set(
  (
    'accept accept-encoding accept-language cache-control connection content-length content-type host ' +
    'if-modified-since if-none-match pragma sec-fetch-mode transfer-encoding user-agent'
  ).split(' '),
);

/** Why a request violates its ledger entry, with the status that the upstream would return. */
export interface Refusal {
  readonly call: string | null;
  readonly status: number;
  readonly reason: string;
}

interface Fitting {
  readonly upstream: LedgerUpstream;
  readonly call: LedgerCall;
}

export class Ledger {
  private readonly entries: readonly (Fitting & { readonly pattern: RegExp })[];

  constructor(
    readonly upstreams: readonly LedgerUpstream[],
    private readonly feeds: ReadonlySet<string> = new Set(),
  ) {
    this.entries = upstreams.flatMap((upstream) =>
      (upstream.calls ?? []).map((call) => ({ upstream, call, pattern: addressPattern(call.address) })),
    );
  }

  /** An entry by its ids. @throws Error if unknown */
  call(upstream: string, id: string): LedgerCall {
    const found = this.entries.find((entry) => entry.upstream.id === upstream && entry.call.id === id);
    if (found === undefined) throw new Error(`The ledger of upstreams has no ${upstream}/${id}`);
    return found.call;
  }

  /** The entry for a method and address; more specific addresses take precedence. */
  fit(method: string, url: string): Fitting | null {
    const isFeed = ({ call }: Fitting): boolean => call.address === FEED && call.method === method;
    if (this.feeds.has(url)) return this.entries.find(isFeed) ?? null;
    const address = url.split('?')[0] ?? '';
    const fitting = this.entries.filter(({ call, pattern }) => call.method === method && pattern.test(address));
    const blanks = ({ call }: Fitting): number => call.address.split('{').length;
    return fitting.sort((a, b) => blanks(a) - blanks(b))[0] ?? null;
  }

  knows(host: string): boolean {
    return this.entries.some(({ call }) => call.address.startsWith(`https://${host}/`));
  }

  refusal(request: MadeRequest): Refusal | null {
    const found = this.fit(request.method, request.url);
    if (found === null) {
      const address = request.url.split('?')[0] ?? '';
      return { call: null, status: 404, reason: `No entry of the ledger is about ${request.method} ${address}` };
    }
    const { upstream, call } = found;
    // Feed addresses are complete, with any query.
    if (call.address === FEED) return null;
    const refuse = (status: number, reason: string): Refusal => ({ call: `${upstream.id}/${call.id}`, status, reason });
    const agent = textOf(request.headers['user-agent']);
    if (call.agent !== undefined && !agent.startsWith(call.agent.begins))
      return refuse(call.agent.otherwise, `The agent does not begin with ${call.agent.begins}`);
    const header = Object.keys(request.headers).find(
      (name) => !USUAL_HEADERS.has(name) && call.headers?.includes(name) !== true,
    );
    if (header !== undefined) return refuse(400, `The header ${header} is not in the ledger`);
    const query = new URL(request.url).searchParams;
    const wrong =
      wrongIn(call.parameters, (name) => query.getAll(name), [...query.keys()], 'parameter') ??
      wrongBody(call.body, request.body) ??
      wrongSpan(call, query);
    return wrong === null ? null : refuse(400, wrong);
  }
}

const FEED = '{feed}';

const addressPattern = (address: string): RegExp => {
  if (address === FEED) return /^$/;
  if (address.endsWith('{*}')) return new RegExp(`${addressPattern(address.slice(0, -3)).source.slice(0, -1)}.+$`);
  const parts = address.split(/\{[a-z_]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/?#]+')}$`);
};

const wrongIn = (
  rules: Readonly<Record<string, Takes>>,
  valuesOf: (name: string) => readonly unknown[],
  given: readonly string[],
  what: string,
): string | null => {
  const names = new Map(Object.entries(rules).map(([name, takes]) => [name.replace(/\?$/, ''), takes]));
  const unknown = given.find((name) => !names.has(name));
  if (unknown !== undefined) return `The ${what} ${unknown} is not in the ledger`;
  for (const [name, takes] of Object.entries(rules)) {
    const plain = name.replace(/\?$/, '');
    const values = valuesOf(plain);
    if (values.length === 0 && !name.endsWith('?')) return `The ${what} ${plain} is missing`;
    if (values.length > 1 && !takes.startsWith('repeat ')) return `The ${what} ${plain} occurs twice`;
    if (!values.every((value) => isTaken(takes.replace(/^repeat /, ''), value)))
      return `The ${what} ${plain} is not ${takes}`;
  }
  return null;
};

const wrongBody = (rules: LedgerCall['body'], body: unknown): string | null => {
  if (body === undefined || body === null) return rules === undefined ? null : 'The body is missing';
  if (rules === undefined) return 'A body is not in the ledger';
  // A list body is checked against the rule of its members, which has no name.
  const members = Array.isArray(body) ? { '': body as unknown } : (body as Readonly<Record<string, unknown>>);
  return wrongIn(
    rules,
    (name) => (members[name] === undefined ? [] : [members[name]]),
    Object.keys(members),
    'member of the body',
  );
};

const wrongSpan = ({ span }: LedgerCall, query: URLSearchParams): string | null => {
  if (span === undefined || !query.has(span.from) || !query.has(span.to)) return null;
  const seconds = Number(query.get(span.to)) - Number(query.get(span.from));
  return seconds > span.seconds ? `More than ${span.seconds} s between ${span.from} and ${span.to}` : null;
};

const isTaken = (takes: string, value: unknown): boolean => {
  const list = /^list (\d+\.\.\d+)$/.exec(takes)?.[1];
  if (list !== undefined) return isWithin(list, (Array.isArray(value) ? value : String(value).split(',')).length);
  const pattern = /^\/(.*)\/$/.exec(takes)?.[1];
  if (pattern !== undefined) return new RegExp(`^(?:${pattern})$`).test(String(value));
  if (takes === 'text') return value !== '';
  if (takes === 'any') return true;
  return isWithin(takes, value);
};

const isWithin = (range: string, value: unknown): boolean => {
  const [least = NaN, most = NaN] = range.split('..').map(Number);
  const number = Number(value);
  return value !== '' && number >= least && number <= most;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
