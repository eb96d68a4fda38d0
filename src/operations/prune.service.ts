import { Injectable } from '@nestjs/common';
import { GraphService } from '../graph/graph.service';

/** Removes old items, a thousand a transaction, so that reads go on. What a bundle holds stays. */
@Injectable()
export class PruneService {
  constructor(private readonly graph: GraphService) {}

  /** @param before UTC ms: items of an earlier time go */
  async prune(before: number): Promise<{ items: number; stories: number }> {
    const [items] = await this.graph.autocommit<{ removed: number }>('operations/prune-items', {
      cut: before,
    });
    const [stories] = await this.graph.autocommit<{ removed: number }>('operations/prune-stories');
    return { items: items?.removed ?? 0, stories: stories?.removed ?? 0 };
  }
}
