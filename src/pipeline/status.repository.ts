import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';

export interface LongestWait {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly waited_ms: number;
}

/** What the graph knows of how the service fares. */
@Injectable()
export class StatusRepository {
  constructor(private readonly graph: GraphService) {}

  /** Endpoints of webhooks that are switched off. */
  async webhooksOff(): Promise<number> {
    const [row] = await this.graph.read<{ off: number }>('pipeline/count-webhooks-off');
    return row?.off ?? 0;
  }

  /** The open market that has waited longest for a forecast, or null when none is open. @param now UTC ms */
  async longestWait(now: number): Promise<LongestWait | null> {
    const [row] = await this.graph.read<LongestWait>('pipeline/longest-wait', { now });
    return row ?? null;
  }
}
