import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { Clock } from '../../src/platform/common/clock';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import type { PlayedPast } from '../../src/platform/common/played-past';
import { createApplication } from '../../src/application';
import { openTestGraph, type TestGraph } from './graph-harness';

export interface TestApp {
  readonly app: INestApplication;
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string;
  readonly graph: TestGraph;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly environment?: Partial<Environment>;
  readonly clock?: Clock;
  readonly connection?: GraphConnection;
  readonly past?: PlayedPast;
  /** Called with the emptied graph before the application is built. */
  readonly prepare?: (graph: TestGraph) => Promise<void>;
}

/** Settings of a test: quiet, no polling, generous limits, nothing to reach. */
export const testEnvironment = (overrides: Partial<Environment> = {}): Environment => ({
  ...readEnvironment({}),
  port: 0,
  logLevel: 'silent',
  // A separate folder, because files on disk must not outlive the emptied graph.
  dataDir: mkdtempSync(join(tmpdir(), 'vedette-test-data-')),
  polling: false,
  upstreamReplayPaced: false,
  anonymousPerHour: 1_000_000,
  pagesPerMinute: 1_000_000,
  answerCacheSeconds: 0,
  ...overrides,
});

/** The whole application over HTTP on a free port, on the run's emptied Neo4j. */
export const startTestApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const graph = await openTestGraph();
  await options.prepare?.(graph);
  const app = await createApplication({
    environment: testEnvironment(options.environment),
    clock: options.clock ?? new SystemClock(),
    connection: options.connection ?? graph.connection,
    ...(options.past && { past: options.past }),
  });
  await app.listen(0, '127.0.0.1');
  const baseUrl = await app.getUrl();
  return {
    app,
    baseUrl,
    graph,
    get: (path, headers = {}) => fetch(`${baseUrl}${path}`, { headers }),
    close: async () => {
      await app.close();
      await graph.close();
    },
  };
};
