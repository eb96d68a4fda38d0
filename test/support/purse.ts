import type { Dollars, Hold } from '../../src/platform/upstream/dollars.service';

/** The limit of a day kept in memory, as {@link Dollars} keeps it in the graph. */
export class Purse implements Pick<Dollars, 'hold' | 'settle'> {
  private readonly held = new Map<string, number>();
  spentUsd = 0;
  mostUsd = 0;

  constructor(private readonly limitUsd: number) {}

  hold(_purse: string, _use: string, worstUsd: number): Promise<Hold | null> {
    if (this.spentUsd + worstUsd > this.limitUsd + 1e-9) return Promise.resolve(null);
    const id = String(this.held.size);
    this.held.set(id, worstUsd);
    this.add(worstUsd);
    return Promise.resolve({ id, usd: worstUsd });
  }

  settle({ id }: Hold, usd: number): Promise<void> {
    this.add(usd - (this.held.get(id) ?? 0));
    return Promise.resolve();
  }

  private add(usd: number): void {
    this.spentUsd += usd;
    this.mostUsd = Math.max(this.mostUsd, this.spentUsd);
  }
}
