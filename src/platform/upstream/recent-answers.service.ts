import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../common/sha256';

/** Maximum characters held: some ticks of everything tracked. */
const HELD_MAX = 24_000_000;

/** Upstream responses by SHA-256, kept until a document in the log refers to them. The oldest is evicted first. */
@Injectable()
export class RecentAnswers {
  /** Oldest first. */
  private readonly texts = new Map<string, string>();
  private held = 0;

  constructor(private readonly most = HELD_MAX) {}

  /** @param said value from `JSON.parse` @returns SHA-256 of its `JSON.stringify` text, hex */
  keep(said: object): string {
    const text = JSON.stringify(said);
    const sha256 = sha256Hex(text);
    if (this.texts.delete(sha256)) this.held -= text.length;
    this.texts.set(sha256, text);
    this.held += text.length;
    for (const [oldest, { length }] of this.texts) {
      if (this.held <= this.most) break;
      this.texts.delete(oldest);
      this.held -= length;
    }
    return sha256;
  }

  /** Null if evicted or never seen by this process. */
  get(sha256: string): string | null {
    return this.texts.get(sha256) ?? null;
  }
}
