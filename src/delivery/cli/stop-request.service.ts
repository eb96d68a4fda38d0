import { once } from 'node:events';
import { existsSync } from 'node:fs';

const LOOK_EVERY_MS = 2_000;
const HOLD_MS = 60_000;

/** A stop is requested once: a terminal, `timeout` and npm each send a signal to several processes of one service. */
export class StopRequest {
  private why: string | null = null;
  private readonly aborter = new AbortController();

  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  get reason(): string | null {
    return this.why;
  }

  ask(reason: string): void {
    this.why ??= reason;
    this.aborter.abort();
  }

  async wait(): Promise<void> {
    if (this.signal.aborted) return;
    const hold = setInterval(() => undefined, HOLD_MS);
    await once(this.signal, 'abort');
    clearInterval(hold);
  }

  static listening(): StopRequest {
    const request = new StopRequest();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        request.ask(signal);
      });
    for (const stream of [process.stdout, process.stderr])
      stream.on('error', () => {
        request.ask('nobody reads what is written');
      });
    if (process.channel !== undefined) {
      process.on('disconnect', () => {
        request.ask('the script that started the service has ended');
      });
      process.channel.unref();
    }
    return request;
  }

  watch(file: string, folder: string, then: () => void): void {
    const timer = setInterval(() => {
      if (existsSync(file) || this.signal.aborted) return;
      clearInterval(timer);
      this.ask(`the data folder ${folder} is gone`);
      then();
    }, LOOK_EVERY_MS).unref();
  }
}
