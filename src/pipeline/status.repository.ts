import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';

export interface LongestWait {
  readonly exchange: string;
  readonly ticker: string;
  readonly question: string;
  readonly waited_ms: number;
}

@Injectable()
export class StatusRepository {
  constructor(private readonly graph: GraphService) {}

  async webhooksOff(): Promise<number> {
    const [row] = await this.graph.read<{ off: number }>('pipeline/count-webhooks-off');
    return row?.off ?? 0;
  }

  /** The open market waiting longest for a forecast, or null. @param now UTC ms */
  async longestWait(now: number): Promise<LongestWait | null> {
    const [row] = await this.graph.read<LongestWait>('pipeline/longest-wait', { now });
    return row ?? null;
  }
}
