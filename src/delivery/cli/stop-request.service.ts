/** Why and when the service shall stop. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const LOOK_EVERY_MS = 2_000;
const HOLD_MS = 60_000;

/**
 * Asked for once and for all: by a signal, by the end of the script that started this process, by an output
 * that nobody reads any more, or by a data folder that is gone. What is asked again changes nothing: a
 * terminal, `timeout` and npm each send the same signal to several processes of one service.
 */
export class StopRequest {
  private why: string | null = null;
  private readonly aborter = new AbortController();

  /** Aborts when it is asked for. */
  get signal(): AbortSignal {
    return this.aborter.signal;
  }

  /** In words, or null while nobody has asked. */
  get reason(): string | null {
    return this.why;
  }

  ask(reason: string): void {
    this.why ??= reason;
    this.aborter.abort();
  }

  /** Resolves when it is asked for. Only this keeps a process alive: one whose start has failed ends by itself. */
  async wait(): Promise<void> {
    if (this.signal.aborted) return;
    const hold = setInterval(() => undefined, HOLD_MS);
    await once(this.signal, 'abort');
    clearInterval(hold);
  }

  /** Listens to this process. */
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

  /** From now on a `file` that is gone is a reason to stop; `then` is done about it at once. */
  watch(file: string, folder: string, then: () => void): void {
    const timer = setInterval(() => {
      if (existsSync(file) || this.signal.aborted) return;
      clearInterval(timer);
      this.ask(`the data folder ${folder} is gone`);
      then();
    }, LOOK_EVERY_MS).unref();
  }
}
