import { setTimeout as sleep } from 'node:timers/promises';

interface Made<T> {
  readonly state: string;
  readonly value: T;
}

/** Results by name, recomputed once for all callers, who meanwhile get the previous one after a brief wait. */
export class LastMade<T> {
  private readonly kept = new Map<string, Made<T>>();
  private readonly making = new Map<string, { readonly state: string; readonly result: Promise<T> }>();

  /** @param waitMs how long callers wait if there is a previous result */
  constructor(private readonly waitMs: number) {}

  /** The result for this state, or the previous one if the new one takes too long or fails. */
  async get(name: string, state: string, make: () => Promise<T>): Promise<T> {
    const last = this.kept.get(name);
    if (last?.state === state) return last.value;
    const made = this.current(name, state, make);
    if (last === undefined) return made;
    return Promise.race([made.catch(() => last.value), sleep(this.waitMs, last.value, { ref: false })]);
  }

  /** The result for this state, however long it takes. */
  async current(name: string, state: string, make: () => Promise<T>): Promise<T> {
    const last = this.kept.get(name);
    if (last?.state === state) return last.value;
    const running = this.making.get(name);
    if (running?.state === state) return running.result;
    const before = running === undefined ? Promise.resolve() : running.result.then(noop, noop);
    const result = before.then(make).then((value) => {
      this.kept.set(name, { state, value });
      return value;
    });
    const entry = { state, result };
    this.making.set(name, entry);
    const done = (): void => {
      if (this.making.get(name) === entry) this.making.delete(name);
    };
    result.then(done, done);
    return result;
  }

  adopt(name: string, state: string, value: T): void {
    this.kept.set(name, { state, value });
  }

  forget(name: string): void {
    this.kept.delete(name);
  }

  all(): { readonly name: string; readonly state: string; readonly value: T }[] {
    return [...this.kept].map(([name, made]) => ({ name, ...made }));
  }
}

const noop = (): void => undefined;
