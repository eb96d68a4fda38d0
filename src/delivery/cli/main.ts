import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { packagePath } from '../../platform/common/package-root';
import { vedette } from './program';
import { progress } from './terminal';

/** What a person should read of an error: its words, and its stack only when asked for. */
const report = (thrown: unknown): void => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const verbose = process.env['LOG_LEVEL'] === 'debug' || process.env['LOG_LEVEL'] === 'trace';
  progress(verbose ? (error.stack ?? error.message) : error.message);
  process.exitCode = 1;
};

// Settings that stand in `.env` of the checkout; what the process was given goes before them.
const envFile = packagePath('.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// Names are resolved in Node's thread pool, four at a time: a resolver that hangs on dead names would hold
// up every other source. It is read at its first use, which is later than this.
process.env['UV_THREADPOOL_SIZE'] ??= '32';

// A reader who has seen enough, as `head` has, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const run = async (): Promise<void> => {
  const program = await vedette(process.argv[2]);
  await program.parseAsync();
};

run().catch((error: unknown) => {
  // Commander has printed its own words already; help is no failure.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else report(error);
});
