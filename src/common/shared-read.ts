/**
 * One read for everybody who asked before it began. Whoever asks while one is under way shares the
 * next: an answer is never older than its question, and however many ask there is one read at a time.
 */
export class SharedRead<T> {
  private running: Promise<T> | null = null;
  private next: Promise<T> | null = null;

  constructor(private readonly read: () => Promise<T>) {}

  ask(): Promise<T> {
    if (this.next !== null) return this.next;
    if (this.running === null) return this.begin();
    const begin = (): Promise<T> => this.begin();
    this.next = this.running.then(begin, begin);
    return this.next;
  }

  private begin(): Promise<T> {
    this.next = null;
    const running = this.read().finally(() => {
      if (this.running === running) this.running = null;
    });
    this.running = running;
    return running;
  }
}
