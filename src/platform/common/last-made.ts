import { setTimeout as sleep } from 'node:timers/promises';

interface Made<T> {
  readonly state: string;
  readonly value: T;
}

/**
 * What takes long to make, by name: made anew when the state that it follows from is another, once for all who ask.
 * Who asks meanwhile waits a moment and then gets the last one; only who asks for the first waits for it.
 */
export class LastMade<T> {
  private readonly kept = new Map<string, Made<T>>();
  private readonly making = new Map<string, { readonly state: string; readonly result: Promise<T> }>();

  /** @param waitMs for how long a reader waits where there is a last one */
  constructor(private readonly waitMs: number) {}

  /** The one of this state, or the last one where the new one is not done in time or fails. */
  async get(name: string, state: string, make: () => Promise<T>): Promise<T> {
    const last = this.kept.get(name);
    if (last?.state === state) return last.value;
    const made = this.current(name, state, make);
    if (last === undefined) return made;
    return Promise.race([made.catch(() => last.value), sleep(this.waitMs, last.value, { ref: false })]);
  }

  /** The one of this state, however long it takes. */
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

  /** Takes over what another process made. */
  adopt(name: string, state: string, value: T): void {
    this.kept.set(name, { state, value });
  }

  forget(name: string): void {
    this.kept.delete(name);
  }

  /** What is kept now. */
  all(): { readonly name: string; readonly state: string; readonly value: T }[] {
    return [...this.kept].map(([name, made]) => ({ name, ...made }));
  }
}

const noop = (): void => undefined;
