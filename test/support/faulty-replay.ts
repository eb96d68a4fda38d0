import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { ReplayServer } from '../../src/demo/replay-server.service';
import { SampleFiles } from '../../src/demo/sample-files.service';
import { SampleTime, shiftDates } from '../../src/demo/sample-world';

/**
 * How the upstreams in trouble behave. `clock`: their clocks stand two hours before ours. `lie`: in turn another
 * page, an answer without end, numbers that cannot be, and times far ahead.
 */
export type UpstreamFault = 'none' | 'error' | 'hang' | 'cut' | 'clock' | 'lie';

const TWO_HOURS_MS = 7_200_000;
const FORTY_YEARS_MS = 40 * 365 * 86_400_000;
const NONSENSE = ['1e308', '-7', '"NaN"', 'null', '[]'];

/** The demo's upstreams and model, in front of which faults can be switched on. */
export class FaultyReplay {
  fault: UpstreamFault = 'none';
  /** The one upstream in trouble, by host; null for all of them. */
  host: string | null = null;
  /** Hosts that were asked. */
  readonly asked = new Set<string>();
  /** Names of the stories in an unchanged answer. */
  readonly told = new Set<string>();
  private lies = 0;

  private constructor(
    readonly time: SampleTime,
    private readonly replay: ReplayServer,
    private readonly replayUrl: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async open(files = new SampleFiles()): Promise<FaultyReplay> {
    const time = SampleTime.endingAt(files.world(), Date.now());
    // Hosts of the samples that fail on purpose are absent: the faults here are of our own choice.
    const replay = new ReplayServer(files, time, new SystemClock(), undefined, () => true);
    const url = await replay.start();
    const server = createServer((request, response) => {
      self.serve(request, response);
    });
    const self = new FaultyReplay(time, replay, url, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  /** Settings of a service that asks no other server; the sources are those of the demo. */
  settings(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      VEDETTE_DEMO: 'true',
      UPSTREAM_REPLAY_URL: url,
      UPSTREAM_REPLAY_PACED: 'false',
      METACULUS_TOKEN: 'replay',
      X_BEARER_TOKEN: 'replay',
      ANTHROPIC_API_KEY: 'replay',
      ANTHROPIC_BASE_URL: `${url}/model/anthropic`,
      REGISTRY_ORIGIN: 'replay.example.org/registry',
      PUBLIC_URL: 'http://replay.example.org',
      POLL_INTERVAL_SECONDS: '10',
      TICK_BUDGET_SECONDS: '20',
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.replay.stop();
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    // The client puts scheme and host before the path; the model has a separate address.
    const host = /^\/https?\/([^/]+)/.exec(request.url ?? '')?.[1] ?? 'model';
    this.asked.add(host);
    const fault = this.host === null || this.host === host ? this.fault : 'none';
    if (fault === 'hang') return;
    if (fault === 'error') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('broken on purpose');
      return;
    }
    const { url, method, headers } = request;
    const onward = ask(`${this.replayUrl}${url ?? ''}`, { method, headers }, (answer) => {
      const all = { ...answer.headers };
      if (fault === 'clock') all.date = new Date(Date.now() - TWO_HOURS_MS).toUTCString();
      // Their clocks are the world's here: the service may compare its own with them.
      all['x-replay-clock'] = 'live';
      response.sendDate = false;
      if (fault === 'lie') {
        this.lie(answer, response);
        return;
      }
      if (fault === 'cut') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
        response.write('{"cut":');
        setTimeout(() => response.destroy(), 10);
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, all);
      answer.pipe(response);
      this.listen(answer);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  private listen(answer: IncomingMessage): void {
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    answer.on('end', () => {
      for (const [, name = ''] of text.matchAll(/\/story\/([\w-]+)/g)) this.told.add(name);
    });
  }

  private lie(answer: IncomingMessage, response: ServerResponse): void {
    this.lies += 1;
    const kind = this.lies % 4;
    if (kind === 0) response.end('<!doctype html><title>Portal</title><p>We have moved.</p>');
    else if (kind === 1) pourInto(response);
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      if (kind < 2) return;
      const text = Buffer.concat(chunks).toString('latin1');
      response.writeHead(200, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
      const told = kind === 2 ? withoutSense(text) : shiftDates(text, FORTY_YEARS_MS);
      response.end(Buffer.from(told, 'latin1'));
    });
  }
}

/** Every number of a text in quotes or after a colon, each by another that cannot be one. */
const withoutSense = (text: string): string => {
  let n = 0;
  return text.replace(/:\s*"?-?\d+(\.\d+)?"?/g, () => `:${NONSENSE[(n += 1) % NONSENSE.length] ?? '0'}`);
};

/** Sends until the connection is closed. */
const pourInto = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(65_536, ' ');
  const pour = (): void => {
    if (!response.destroyed && response.write(chunk)) setImmediate(pour);
    else if (!response.destroyed) response.once('drain', pour);
  };
  pour();
};
