import { Injectable } from '@nestjs/common';
import { GraphService } from '../platform/graph/graph.service';
import type { StoryItem } from './story-text';

@Injectable()
export class StoryRepository {
  constructor(private readonly graph: GraphService) {}

  /**
   * Items with a story, newest first.
   *
   * @param since UTC ms of the oldest
   * @param seenSince UTC ms from which they were first seen here
   */
  async listItems(since: number, seenSince: number, limit: number): Promise<(StoryItem & { story: string })[]> {
    return this.graph.read('ingestion/list-story-items', { since, seen_since: seenSince, limit });
  }
}
