import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemClock } from '../../src/common/system-clock.provider';
import { ReplayServer } from '../../src/demo/replay-server.service';
import { SampleFiles } from '../../src/demo/sample-files.service';
import { SampleTime } from '../../src/demo/sample-world';

/** How every upstream behaves; `clock`: their clocks stand two hours before ours. */
export type UpstreamFault = 'none' | 'error' | 'hang' | 'cut' | 'clock';

const TWO_HOURS_MS = 7_200_000;

/** The demo's upstreams and model, in front of which faults can be switched on. */
export class FaultyReplay {
  fault: UpstreamFault = 'none';

  private constructor(
    private readonly replay: ReplayServer,
    private readonly replayUrl: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async open(): Promise<FaultyReplay> {
    const files = new SampleFiles();
    const time = SampleTime.endingAt(files.world(), Date.now());
    // Hosts of the samples that fail on purpose are absent: the faults here are of our own choice.
    const replay = new ReplayServer(files, time, new SystemClock(), undefined, () => true);
    const url = await replay.start();
    const server = createServer((request, response) => {
      self.serve(request, response);
    });
    const self = new FaultyReplay(replay, url, server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  /** Settings of a service that hears and asks nobody else; the sources are those of the demo. */
  settings(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      VEDETTE_DEMO: 'true',
      UPSTREAM_REPLAY_URL: url,
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
    if (this.fault === 'hang') return;
    if (this.fault === 'error') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('broken on purpose');
      return;
    }
    const { fault } = this;
    const { url, method, headers } = request;
    const onward = ask(`${this.replayUrl}${url ?? ''}`, { method, headers }, (answer) => {
      const all = { ...answer.headers };
      if (fault === 'clock') all.date = new Date(Date.now() - TWO_HOURS_MS).toUTCString();
      response.sendDate = false;
      if (fault === 'cut') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
        response.write('{"cut":');
        setTimeout(() => response.destroy(), 10);
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, all);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}
