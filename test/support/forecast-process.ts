/**
 * A process that runs one forecast cycle and can be killed at any moment of it: the whole application
 * without HTTP, on the database and the model that its argument names ({@link ForecastTask}). It says
 * `ready` when all is loaded, begins at a line on its stdin, and says `done` when the cycle has ended.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module';
import { SystemClock } from '../../src/platform/common/system-clock.provider';
import { readEnvironment, type Environment } from '../../src/platform/config/environment';
import { ForecastingService } from '../../src/forecasting/forecasting.service';
import type { GraphConnection } from '../../src/platform/graph/graph-connection';
import { RegistryService } from '../../src/registry/registry.service';
import { SettlementService } from '../../src/settlement/settlement.service';

export interface ForecastTask {
  readonly connection: GraphConnection;
  readonly dataDir: string;
  readonly modelUrl: string;
  /** Three more models and the arms also answer, all at the same address. */
  readonly beside?: boolean;
}

/** Settings under which four models answer, and the recorded one in all arms. */
export const besides = (modelUrl: string): Partial<Environment> => ({
  modelShadows: ['gpt', 'gemini', 'compatible'],
  modelArms: ['B', 'C'],
  openaiBaseUrl: modelUrl,
  geminiApiKey: 'k',
  geminiBaseUrl: modelUrl,
  compatibleBaseUrl: `${modelUrl}/other`,
});

const CALLS_PER_DAY = 100_000;

const run = async (): Promise<void> => {
  const task = JSON.parse(process.argv[2] ?? '') as ForecastTask;
  const app = await NestFactory.createApplicationContext(
    AppModule.with({
      environment: {
        ...readEnvironment({}),
        polling: false,
        logLevel: 'silent',
        dataDir: task.dataDir,
        anthropicApiKey: 'k',
        anthropicBaseUrl: task.modelUrl,
        ...(task.beside === true ? besides(task.modelUrl) : {}),
        // A test that kills hundreds of rounds does so within one UTC day.
        modelCallsPerDay: CALLS_PER_DAY,
        // The maximum cost of a killed request remains reserved.
        modelDailyUsd: 1_000_000,
        shadowCallsPerDay: CALLS_PER_DAY,
        armCallsPerDay: CALLS_PER_DAY,
      },
      clock: new SystemClock(),
      connection: task.connection,
    }),
    { logger: false, abortOnError: false },
  );
  // The start of a process is not a step of the cycle.
  await app.get(RegistryService).maintain();
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  await app.get(SettlementService).settleDue();
  await app.get(ForecastingService).run(new AbortController().signal);
  await app.close();
  process.stdout.write('done\n');
  process.exit(0);
};

if (require.main === module)
  run().catch((error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`);
    process.exit(1);
  });
