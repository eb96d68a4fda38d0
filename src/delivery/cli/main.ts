import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { packagePath } from '../../platform/common/package-root';
import { vedette } from './program';
import { progress } from './terminal';

const report = (thrown: unknown): void => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const verbose = process.env['LOG_LEVEL'] === 'debug' || process.env['LOG_LEVEL'] === 'trace';
  progress(verbose ? (error.stack ?? error.message) : error.message);
  process.exitCode = 1;
};

// Settings of the checkout's `.env`; the process environment takes precedence.
const envFile = packagePath('.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// DNS lookups use Node's thread pool, four at a time by default: slow failing lookups would block every other source.
// Read at the pool's first use, which is later.
process.env['UV_THREADPOOL_SIZE'] ??= '32';

// The heap is collected once it has grown by this much; by default V8 lets it grow threefold on a large machine.
setFlagsFromString('--heap-growing-percent=70');

// A closed pipe (`head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

const run = async (): Promise<void> => {
  const program = await vedette(process.argv[2]);
  await program.parseAsync();
};

run().catch((error: unknown) => {
  // Commander has already printed its message; help is not a failure.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else report(error);
});
