import { Injectable } from '@nestjs/common';
import { GraphService } from '../../platform/graph/graph.service';
import type { Capture, CaptureChange, CaptureState } from './capture';

export interface CaptureProgress {
  /** Records covered by pending or verified captures. */
  readonly leafEnd: number;
  readonly requestedAt: number | null;
  /** Submission times of the last six captures, newest first, microseconds UTC. */
  readonly submitted: readonly number[];
}

/** Stored captures: a restart resumes them. */
@Injectable()
export class CaptureRepository {
  constructor(private readonly graph: GraphService) {}

  async request(
    capture: Pick<Capture, 'url' | 'date' | 'size' | 'leaf_end' | 'sha256' | 'requested_at' | 'due_at'>,
  ): Promise<void> {
    await this.graph.write('registry/request-capture', { capture: { ...capture } });
  }

  async listDue(now: number, limit: number): Promise<Capture[]> {
    const rows = await this.graph.read<{ capture: Capture }>('registry/list-due-captures', { now, limit });
    return rows.map(({ capture }) => capture);
  }

  async update(url: string, changes: CaptureChange): Promise<void> {
    await this.graph.write('registry/update-capture', { url, changes: { ...changes } });
  }

  async progress(): Promise<CaptureProgress> {
    const [row] = await this.graph.read<{
      leaf_end: number | null;
      requested_at: number | null;
      submitted: number[];
    }>('registry/get-capture-progress');
    return { leafEnd: row?.leaf_end ?? 0, requestedAt: row?.requested_at ?? null, submitted: row?.submitted ?? [] };
  }

  async uncapturedDays(limit: number): Promise<{ date: string; sha256: string; tree_size: number }[]> {
    return this.graph.read('registry/list-uncaptured-days', { limit });
  }

  async capturesOf(
    hashes: readonly string[],
  ): Promise<
    { sha256: string; date: string; made_at: string; captures: { timestamp: string; wayback_url: string }[] }[]
  > {
    return this.graph.read('registry/list-captures-of', { hashes: [...hashes] });
  }

  async countByState(): Promise<Partial<Record<CaptureState, number>>> {
    const rows = await this.graph.read<{ state: CaptureState; count: number }>('registry/count-captures');
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  }
}
