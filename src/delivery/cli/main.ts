import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { CommandFactory } from 'nest-commander';
import { packagePath } from '../../platform/common/package-root';
import { cliModule } from './cli.module';

/** What a person should read of an error: its words, and its stack only when asked for. */
const report = (error: Error): void => {
  const verbose = process.env['LOG_LEVEL'] === 'debug' || process.env['LOG_LEVEL'] === 'trace';
  process.stderr.write(`${verbose ? (error.stack ?? error.message) : error.message}\n`);
  process.exitCode = 1;
};

// Settings that stand in `.env` of the checkout; what the process was given goes before them.
const envFile = packagePath('.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// Names are resolved in Node's thread pool, four at a time: a resolver that hangs on dead names would hold
// up every other source. It is read at its first use, which is later than this.
process.env['UV_THREADPOOL_SIZE'] ??= '32';

interface CommanderError extends Error {
  readonly code?: string;
  readonly exitCode?: number;
}

const run = async (): Promise<void> =>
  CommandFactory.run(await cliModule(process.argv[2]), {
    logger: false,
    cliName: 'vedette',
    usePlugins: false,
    // Commander has printed its own words already; help and version are no failure.
    errorHandler: (error: CommanderError) => {
      process.exitCode = error.exitCode ?? 1;
    },
    serviceErrorHandler: report,
  });

run().catch(report);
