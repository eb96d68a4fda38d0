import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';

/** Maximum nodes per statement, well within the server's transaction limit. */
const BATCH = 5_000;

/** Removes old items in small transactions, so that reads continue. Items in bundles are kept. */
@Injectable()
export class PruneService {
  constructor(private readonly graph: GraphService) {}

  /** @param before UTC ms @param signal stops between two statements; the rest is removed next time */
  async prune(before: number, signal?: AbortSignal): Promise<{ items: number; stories: number }> {
    const items = await this.removeAll('operations/prune-items', { cut: before }, signal);
    const stories = await this.removeAll('operations/prune-stories', {}, signal);
    return { items, stories };
  }

  private async removeAll(
    query: string,
    parameters: Readonly<Record<string, number>>,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    let total = 0;
    let removed = BATCH;
    while (removed === BATCH && signal?.aborted !== true) {
      const [row] = await this.graph.autocommit<{ removed: number }>(query, { ...parameters, limit: BATCH });
      removed = row?.removed ?? 0;
      total += removed;
    }
    return total;
  }
}
