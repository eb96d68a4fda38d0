import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { CLOCK, nowMillis, type Clock } from '../common/clock';
import type { KeptAnswer } from './kept-answer';

interface Entry {
  readonly answer: KeptAnswer;
  readonly storedAt: number;
  readonly bytes: number;
}

const BYTES_MAX = 64 * 1024 * 1024;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

/** Ticks of other instances are not noticed, so entries expire; a response computed during a change is not stored. */
@Injectable()
export class AnswerCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  private current = 0;

  private readonly ageMaxMillis: number;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'answerCacheSeconds'>,
  ) {
    this.ageMaxMillis = environment.answerCacheSeconds * 1000;
  }

  get enabled(): boolean {
    return this.ageMaxMillis > 0;
  }

  /** Version of the current state; read before computing a response. */
  get version(): number {
    return this.current;
  }

  advance(): void {
    this.current += 1;
    this.entries.clear();
    this.bytes = 0;
  }

  get(url: string): KeptAnswer | null {
    const entry = this.entries.get(url);
    if (entry === undefined) return null;
    if (nowMillis(this.clock) - entry.storedAt < this.ageMaxMillis) return entry.answer;
    this.remove(url, entry);
    return null;
  }

  put(url: string, version: number, answer: KeptAnswer): void {
    const bytes = answer.bytes + url.length;
    if (version !== this.current || bytes > ANSWER_BYTES_MAX || !this.enabled) return;
    const old = this.entries.get(url);
    if (old !== undefined) this.remove(url, old);
    for (const [oldest, entry] of this.entries) {
      if (this.bytes + bytes <= BYTES_MAX) break;
      this.remove(oldest, entry);
    }
    this.entries.set(url, { answer, storedAt: nowMillis(this.clock), bytes });
    this.bytes += bytes;
  }

  private remove(url: string, entry: Entry): void {
    this.entries.delete(url);
    this.bytes -= entry.bytes;
  }
}
