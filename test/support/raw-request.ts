import { request } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A raw request, which `fetch` would refuse or repair. */
export const rawRequest = (
  baseUrl: string,
  path: string,
  options: {
    readonly method?: string;
    /** Name, value, name, value: repeated names stay repeated. */
    readonly headers?: readonly string[];
    readonly body?: string;
  } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(baseUrl);
    const sent = request(
      {
        hostname,
        port,
        path,
        method: options.method ?? 'GET',
        headers: ['host', host, ...(options.headers ?? [])],
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });

/** Bytes on a bare connection; resolves to all that came back when the other side closed it. */
export const rawBytes = (baseUrl: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.on('close', () => {
      resolve(text);
    });
    socket.on('error', reject);
  });
