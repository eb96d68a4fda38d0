/**
 * How many bytes of answers may be under way at a time, from when they came until what they said is stored: forty large
 * answers at once would take the memory of all. Who waits is served in order; one alone is served whatever its size.
 */
export class BodyRoom {
  private taken = 0;
  private readonly waiting: { readonly bytes: number; readonly admit: () => void }[] = [];

  constructor(private readonly bytesMax: number) {}

  /** Resolves when there is room; never rejects. */
  take(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ bytes, admit: resolve });
      this.admit();
    });
  }

  /** What a holder needs more of is not waited for: two that wait for each other would wait for ever. */
  add(bytes: number): void {
    this.taken += bytes;
  }

  give(bytes: number): void {
    this.taken -= bytes;
    this.admit();
  }

  private admit(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (this.taken > 0 && this.taken + next.bytes > this.bytesMax) return;
      this.waiting.shift();
      this.taken += next.bytes;
      next.admit();
    }
  }
}
