import { Injectable } from '@nestjs/common';
import { GraphService } from '../../platform/graph/graph.service';

/** The lease of ticks; it stores the report of the last one. */
const TICK_LEASE = 'tick';

/** Queries of every page. */
@Injectable()
export class SiteRepository {
  constructor(private readonly graph: GraphService) {}

  /** JSON report of the last tick; null before the first. */
  async lastReport(): Promise<string | null> {
    const [lease] = await this.graph.read<{ report: string | null }>('pipeline/get-lease', { id: TICK_LEASE });
    return lease?.report ?? null;
  }

  async listNames(): Promise<{ id: string; name: string }[]> {
    return this.graph.read('pages/list-all-names');
  }
}
