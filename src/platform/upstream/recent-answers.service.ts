import { Injectable } from '@nestjs/common';
import { sha256Hex } from '../common/sha256';

/** Characters of what is held: some ticks of everything that is tracked. */
const HELD_MAX = 24_000_000;

/**
 * What an upstream said of one thing, by its SHA-256, until it is known whether a document of the log names it. The
 * oldest is forgotten first.
 */
@Injectable()
export class RecentAnswers {
  /** Oldest first. */
  private readonly texts = new Map<string, string>();
  private held = 0;

  constructor(private readonly most = HELD_MAX) {}

  /** @param said as `JSON.parse` read it @returns SHA-256 of its text as `JSON.stringify` writes it, hex */
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

  /** Null where it was forgotten, or never said to this process. */
  get(sha256: string): string | null {
    return this.texts.get(sha256) ?? null;
  }
}
