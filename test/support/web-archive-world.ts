import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeCapture {
  readonly url: string;
  readonly timestamp: string;
  readonly bytes: Buffer;
}

/** How the archive answers the next requests to capture. */
export type Manner =
  | 'success'
  /** The job says pending for ever, and nothing is captured. */
  | 'pending for ever'
  /** The job says pending for ever although the capture exists in the index. */
  | 'late success'
  | 'unauthorized'
  | 'rate limited'
  | 'quota'
  /** A 523 to the request that does capture. */
  | 'error although captured'
  | 'error'
  | 'no job id'
  | 'wrong bytes'
  /** The right bytes, dated before there was anything to capture, after the outcome, and by no calendar. */
  | 'dated years ago'
  | 'dated in years'
  | 'dated by no calendar'
  /** The copy is that of another second, to which it redirects. */
  | 'redirected'
  | 'html';

const DATED: Partial<Record<Manner, string>> = {
  'dated years ago': '20010908014640',
  'dated in years': '21000101000000',
  'dated by no calendar': '20269999999999',
};

const OTHER = '20010908014641';

/**
 * A local server that speaks Save Page Now 2 and its capture index, well or badly. It captures
 * the answer of `site` at that moment; its clock is the test's.
 */
export class WebArchiveWorld {
  manner: Manner = 'success';
  /** Whether copies can be read back. */
  readable = true;
  readonly captures: FakeCapture[] = [];
  readonly requests: string[] = [];
  readonly authorizations: (string | undefined)[] = [];
  private readonly jobs = new Map<string, FakeCapture | 'pending'>();

  private constructor(
    private readonly server: Server,
    private readonly site: (url: string) => Promise<string>,
    private readonly timestamp: () => string,
  ) {}

  static async open(site: (url: string) => Promise<string>, timestamp: () => string): Promise<WebArchiveWorld> {
    const server = createServer();
    const world = new WebArchiveWorld(server, site, timestamp);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      world.answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Asked as the archive itself, by a client whose requests all go to this server.
    const target = (request.url ?? '/').replace(/^\/https\/web\.archive\.org/, '');
    const { pathname, searchParams } = new URL(target, this.url);
    const json = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (pathname === '/save') return this.save(request, response, json);
    if (pathname.startsWith('/save/status/')) {
      const job = this.jobs.get(pathname.slice('/save/status/'.length));
      if (job === undefined || job === 'pending') {
        json({ status: 'pending' });
        return;
      }
      json({
        status: 'success',
        timestamp: job.timestamp,
        original_url: job.url,
        http_status: 200,
      });
      return;
    }
    if (pathname === '/cdx/search/cdx') {
      const found = this.captures.filter(
        ({ url, timestamp }) => url === searchParams.get('url') && timestamp >= (searchParams.get('from') ?? ''),
      );
      json(found.length === 0 ? [] : [['timestamp'], ...found.map(({ timestamp }) => [timestamp])]);
      return;
    }
    const [, timestamp = '', url = ''] = /^\/web\/(\d{14})id_\/(.*)$/.exec(target) ?? [];
    if (this.manner === 'redirected' && timestamp !== OTHER) {
      response.writeHead(302, { location: `/web/${OTHER}id_/${url}` }).end();
      return;
    }
    const copy = this.captures.find(
      (each) => this.readable && (each.timestamp === timestamp || timestamp === OTHER) && each.url === url,
    );
    response.writeHead(copy === undefined ? 404 : 200).end(copy?.bytes);
  }

  private async save(
    request: IncomingMessage,
    response: ServerResponse,
    json: (value: unknown, status?: number) => void,
  ): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URLSearchParams(body).get('url') ?? '';
    this.requests.push(url);
    this.authorizations.push(request.headers.authorization);
    const job = `spn2-${this.requests.length}`;
    const captured = async (bytes?: Buffer): Promise<FakeCapture> => {
      const capture = {
        url,
        timestamp: DATED[this.manner] ?? this.timestamp(),
        bytes: bytes ?? Buffer.from(await this.site(url)),
      };
      this.captures.push(capture);
      return capture;
    };
    switch (this.manner) {
      case 'success':
      case 'redirected':
      case 'dated years ago':
      case 'dated in years':
      case 'dated by no calendar':
        this.jobs.set(job, await captured());
        {
          json({ url, job_id: job });
          return;
        }
      case 'wrong bytes':
        this.jobs.set(job, await captured(Buffer.from('<html>Just a moment…</html>')));
        {
          json({ url, job_id: job });
          return;
        }
      case 'pending for ever': {
        json({ url, job_id: job });
        return;
      }
      case 'late success':
        await captured();
        {
          json({ url, job_id: job });
          return;
        }
      case 'no job id':
        await captured();
        {
          json({ url, job_id: null, message: 'The capture will start later.' });
          return;
        }
      case 'unauthorized': {
        json({ message: 'You need to be logged in.' }, 401);
        return;
      }
      case 'rate limited':
        response.setHeader('retry-after', '300');
        {
          json({ message: 'Too many requests.' }, 429);
          return;
        }
      case 'quota': {
        json({ status: 'error', status_ext: 'error:too-many-daily-captures' });
        return;
      }
      case 'error although captured':
        await captured();
        {
          json({}, 523);
          return;
        }
      case 'error': {
        json({ status: 'error', status_ext: 'error:bad-gateway' });
        return;
      }
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
    }
  }
}
