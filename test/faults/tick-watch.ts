import { setTimeout as sleep } from 'node:timers/promises';

export interface TickSpan {
  /** UTC ms. */
  readonly from: number;
  readonly to: number;
  /** Completed, with nothing left undone. */
  readonly clean: boolean;
}

/** A tick as reported by the service. */
export interface ToldTick {
  readonly outcome: string;
  readonly started_at: string;
  readonly duration_seconds: number;
  readonly undone: readonly unknown[];
}

/** The last tick that a service reports at `/v1/status`; null if it reports none. */
export const lastTickAt = async (address: string): Promise<ToldTick | null> => {
  const answer = await fetch(`${address}/v1/status`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  if (answer?.ok !== true) return null;
  const status = (await answer.json().catch(() => null)) as { readonly last_tick: ToldTick | null } | null;
  return status?.last_tick ?? null;
};

const EVERY_MS = 250;

/** Ticks that services report, in the order of the reports. */
export class TickWatch {
  readonly seen: TickSpan[] = [];
  private readonly known = new Set<string>();
  private watching = true;

  /** By how many milliseconds the clocks of some services are off, to compare their ticks with the others. */
  offsetMs = 0;

  /** @param read last tick of each service that reports one */
  constructor(private readonly read: () => readonly Promise<ToldTick | null>[]) {}

  async watch(): Promise<void> {
    while (this.watching) {
      for (const tick of await Promise.all(this.read())) this.note(tick);
      await sleep(EVERY_MS);
    }
  }

  stop(): void {
    this.watching = false;
  }

  /** Reported clean ticks after the first `count` ones. */
  cleanSince(count: number): number {
    return this.seen.slice(count).filter(({ clean }) => clean).length;
  }

  private note(tick: ToldTick | null): void {
    if (tick === null || this.known.has(tick.started_at)) return;
    this.known.add(tick.started_at);
    const told = Date.parse(tick.started_at);
    const isOff = this.offsetMs !== 0 && Math.abs(told - Date.now()) > Math.abs(this.offsetMs) / 2;
    const from = isOff ? told - this.offsetMs : told;
    const clean = tick.outcome === 'completed' && tick.undone.length === 0;
    this.seen.push({ from, to: from + tick.duration_seconds * 1_000, clean });
  }
}

/** The duration is reported to 0.1 s. */
const ROUNDED_MS = 100;

/** Ticks that began before another was over. */
export const overlapsOf = (spans: readonly TickSpan[]): number => {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  return sorted.filter((span, index) => span.from < (sorted[index - 1]?.to ?? 0) - ROUNDED_MS).length;
};
