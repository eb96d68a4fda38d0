/** A response in all its encodings, computed once for all requests until the state changes. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { headerList, type HeaderList } from './header-list';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Smaller bodies are not worth compressing. */
export const COMPRESS_FROM_BYTES = 1_024;
/** Up to this size a Latin-1 string: Node then sends head and body in one system call. Beyond, copying costs more. */
const ONE_WRITE_BYTES_MAX = 16 * 1024;

const DESCRIBES_A_BODY: readonly string[] = ['content-type', 'content-disposition'];

export type Encoding = 'br' | 'gzip' | 'identity';

export interface KeptForm {
  /** All headers that depend on the encoding. */
  readonly head: HeaderList;
  /** A string represents its Latin-1 bytes. */
  readonly body: Buffer | string;
}

interface AnswerParts {
  readonly route: string;
  readonly body: Buffer;
  readonly etag: string;
  /** Version of the graph for which it is valid; null if valid until the next tick. */
  readonly state?: string | null;
  /** Headers except ETag, length and encoding. */
  readonly headers: Readonly<Record<string, string>>;
}

export class KeptAnswer {
  readonly route: string;
  readonly etag: string;
  readonly state: string | null;
  /** Estimated memory use: compressed forms are smaller than the body. */
  readonly bytes: number;
  /** Headers of a 304, without those that describe a body. */
  readonly unchanged: HeaderList;
  private readonly length: number;
  private readonly headers: AnswerParts['headers'];
  private readonly identity: KeptForm;
  private readonly encoded = new Map<Encoding, KeptForm | Promise<KeptForm>>();

  constructor({ route, etag, state = null, body, headers }: AnswerParts) {
    this.route = route;
    this.state = state;
    this.etag = etag;
    this.length = body.length;
    this.bytes = 2 * body.length + 1024;
    const vary = [headers['vary'], 'accept-encoding'].filter((name) => name !== undefined);
    this.headers = { ...headers, etag, vary: vary.join(', ') };
    this.unchanged = headerList(
      Object.fromEntries(Object.entries(this.headers).filter(([name]) => !DESCRIBES_A_BODY.includes(name))),
    );
    this.identity = this.formOf('identity', body);
  }

  /** The encoding for a client: synchronous if already computed. */
  form(acceptEncoding: string | undefined): KeptForm | Promise<KeptForm> {
    const encoding = preferredEncoding(acceptEncoding, this.length);
    if (encoding === 'identity') return this.identity;
    return this.encoded.get(encoding) ?? this.encode(encoding);
  }

  private encode(encoding: 'br' | 'gzip'): Promise<KeptForm> {
    const { body } = this.identity;
    const plain = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    const form = compress(encoding, plain).then(
      (bytes) => {
        const made = this.formOf(encoding, bytes);
        this.encoded.set(encoding, made);
        return made;
      },
      // Fails only without memory; the uncompressed bytes are served instead.
      () => this.identity,
    );
    this.encoded.set(encoding, form);
    return form;
  }

  private formOf(encoding: Encoding, body: Buffer): KeptForm {
    return {
      head: headerList({
        ...this.headers,
        'content-length': String(body.length),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }),
      body: body.length <= ONE_WRITE_BYTES_MAX ? body.toString('latin1') : body,
    };
  }
}

const compress = (encoding: 'br' | 'gzip', body: Buffer): Promise<Buffer> =>
  encoding === 'gzip' ? gzipAsync(body) : brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** `br` or `gzip` if accepted (and not excluded by `q=0`) and the body is large enough. */
export const preferredEncoding = (acceptEncoding: string | undefined, bytes: number): Encoding => {
  if (acceptEncoding === undefined || bytes < COMPRESS_FROM_BYTES) return 'identity';
  let preferred = preferences.get(acceptEncoding);
  if (preferred === undefined) {
    if (preferences.size >= PREFERENCES_MAX) preferences.clear();
    preferences.set(acceptEncoding, (preferred = readPreference(acceptEncoding)));
  }
  return preferred;
};

/** Parsed headers: browsers send the same few values with every request. */
const preferences = new Map<string, Encoding>();
const PREFERENCES_MAX = 200;

const readPreference = (acceptEncoding: string): Encoding => {
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
      .map((word) => word.split(';', 1)[0]?.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : 'identity';
};
