import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';

/** Most nodes of one statement: each ends long before the server's limit for a transaction. */
const BATCH = 5_000;

/** Removes old items, a thousand a transaction, so that reads go on. What a bundle holds stays. */
@Injectable()
export class PruneService {
  constructor(private readonly graph: GraphService) {}

  /**
   * @param before UTC ms: items of an earlier time go
   * @param signal ends it between two statements; what is left goes the next time
   */
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
