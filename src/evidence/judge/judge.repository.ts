import { Injectable } from '@nestjs/common';
import { GraphService } from '../../platform/graph/graph.service';
import type { Grade } from './judgement';

export interface NearMarket {
  readonly market: string;
  readonly question: string;
  readonly rules: string | null;
  /** Timestamp, or null. */
  readonly deadline: string | null;
  /** By the rule. */
  readonly relevance: number;
  /** Unreadable answers. */
  readonly tries: number;
}

export interface NearItem {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  readonly source: string;
  /** UTC ms. */
  readonly at: number;
  readonly markets: readonly NearMarket[];
}

export interface StoredVerdict {
  readonly item: string;
  readonly market: string;
  readonly grade: Grade;
  readonly reason: string;
  readonly relevance: number;
}

@Injectable()
export class JudgeRepository {
  constructor(private readonly graph: GraphService) {}

  /** Newest first. */
  listUnjudged(since: number, now: number, pairs: number, tries: number): Promise<NearItem[]> {
    return this.graph.read<NearItem>('evidence/list-unjudged', { since, now, pairs, tries });
  }

  async store(verdicts: readonly StoredVerdict[], judge: string, prompt: string, now: number): Promise<void> {
    if (verdicts.length > 0) await this.graph.write('evidence/store-verdicts', { verdicts, judge, prompt, now });
  }

  async noteTried(item: string, markets: readonly string[]): Promise<void> {
    await this.graph.write('evidence/note-tried', { item, markets });
  }
}
