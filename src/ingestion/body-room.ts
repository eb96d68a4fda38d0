/** Limits the bytes of responses in memory until stored. First come first served; one response is always admitted. */
export class BodyRoom {
  private taken = 0;
  private readonly waiting: { readonly bytes: number; readonly admit: () => void }[] = [];

  constructor(private readonly bytesMax: number) {}

  take(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ bytes, admit: resolve });
      this.admit();
    });
  }

  /** Does not wait: two holders that wait for each other would deadlock. */
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
