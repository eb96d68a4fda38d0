/** Every type has a page at its `type` address, `/problems/<slug>`, generated from this table. */
export const PROBLEMS = {
  'bad-request': {
    status: 400,
    title: 'The request cannot be read',
    meaning:
      'The request breaks HTTP or the rules of this service in a way that no parameter explains: a path with broken percent-encoding, or a header that must occur once and occurs twice. Sending the same request again gives the same answer.',
  },
  'bad-parameter': {
    status: 400,
    title: 'A parameter is not valid',
    meaning:
      'A query or path parameter is unknown, repeated, or has a value that is not allowed. The `errors` array names each such field and says what was expected. Parameters are never guessed or ignored, so that a misspelt filter cannot pass for an unfiltered answer.',
  },
  'bad-cursor': {
    status: 400,
    title: 'The cursor is not valid',
    meaning:
      'A cursor is opaque: take it unchanged from the `Link: <…>; rel="next"` header of the page before, and use it with the same listing. This one was altered, cut short, or made for another listing. Start again without a cursor.',
  },
  'bad-key': {
    status: 401,
    title: 'The API key is not valid',
    meaning:
      'The `X-API-Key` header holds a key that is malformed, unknown or revoked. The request was counted against the client address. It was not answered as anonymous, so that a lost key is noticed: correct the key, or leave the header out for the anonymous tier.',
  },
  'not-found': {
    status: 404,
    title: 'Nothing has this identifier',
    meaning:
      'The path is one that this service answers, and the identifier in it is unknown. Identifiers are case-sensitive; the listings give the valid ones.',
  },
  'no-such-path': {
    status: 404,
    title: 'Nothing is at this path',
    meaning: 'No endpoint or page has this path. `/openapi.json` lists every endpoint, `/llms.txt` in few words.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Only reading is possible',
    meaning:
      'Every path answers GET and HEAD, and OPTIONS for browsers. Nothing can be changed over HTTP. The `Allow` header lists the methods.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    meaning: 'The headers of a request must arrive within 10 seconds and the whole within 15.',
  },
  'content-too-large': {
    status: 413,
    title: 'The message is too large',
    meaning: 'A message to `/mcp` may have at most 64 KiB. No other path takes a body.',
  },
  'uri-too-long': {
    status: 414,
    title: 'The address is too long',
    meaning: 'The path and query together may have at most 8,192 bytes, and one segment of the path 500.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests in this window',
    meaning:
      'The budget of this address or key is used up. `Retry-After` gives the seconds until the window ends; `RateLimit` and `X-RateLimit-*` are on every answer, so that a client can slow down before it is refused. An API key raises the budget.',
  },
  'headers-too-large': {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'All headers together may have at most 16 KiB.',
  },
  'internal-error': {
    status: 500,
    title: 'Something is broken here',
    meaning:
      'The service failed to answer a request that it should have answered. Quote the `X-Request-Id` of the answer to the operator; it finds the cause in the log.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer right now',
    meaning:
      'The database is away, starting or too busy, the disk is full, or the answer was not ready within 20 seconds. Nothing is wrong with the request: repeat it after the seconds in `Retry-After`.',
  },
} as const satisfies Record<string, { readonly status: number; readonly title: string; readonly meaning: string }>;

export type ProblemType = keyof typeof PROBLEMS;

export const PROBLEM_TYPES = Object.keys(PROBLEMS) as readonly ProblemType[];

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly FieldError[];
}

interface ProblemOptions {
  /** One sentence for the caller: no internals, no secrets. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** Further response headers, e.g. `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Logged, never sent. */
  readonly cause?: unknown;
}

/** Thrown from anywhere: `throw new ProblemException('bad-parameter', { detail: 'limit: must be a whole number' })`. */
export class ProblemException extends Error {
  constructor(
    readonly type: ProblemType,
    readonly options: ProblemOptions = {},
  ) {
    super(options.detail ?? PROBLEMS[type].title, { cause: options.cause });
    this.name = 'ProblemException';
  }

  get status(): number {
    return PROBLEMS[this.type].status;
  }
}

export const badParameter = (field: string, message: string): ProblemException =>
  new ProblemException('bad-parameter', {
    detail: `${field}: ${message}`,
    errors: [{ field, message }],
  });

export const problemPath = (type: ProblemType): string => `/problems/${type}`;

/** @param base without a trailing slash @param instance path without its query, which may be confidential */
export const problemDocument = (
  type: ProblemType,
  base: string,
  instance: string,
  { detail, errors }: Pick<ProblemOptions, 'detail' | 'errors'> = {},
): ProblemDocument => {
  const { title, status, meaning } = PROBLEMS[type];
  return {
    type: `${base}${problemPath(type)}`,
    title,
    status,
    detail: detail ?? firstSentence(meaning),
    instance,
    ...(errors === undefined ? {} : { errors }),
  };
};

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

export const notFound = (detail: string): ProblemException => new ProblemException('not-found', { detail });
