import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type DestinationStream, type Logger } from 'pino';
import { VARIABLES, type Environment } from '../config/environment';
import type { Variable } from '../config/variable';
import { makeScrubber } from './log-scrubber';

/** Properties that are never written, wherever somebody logs an object that has them. */
const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'x-api-key'];

/** The values of every setting that is marked secret. */
const secretsOf = (environment: Environment): string[] =>
  Object.entries(VARIABLES).flatMap(([name, variable]: [string, Variable<unknown>]) => {
    const value = environment[name as keyof Environment];
    return variable.secret && typeof value === 'string' ? [value] : [];
  });

/** One JSON line an event, scrubbed; on stderr, because stdout belongs to the output of commands. */
export const makeLogger = (
  environment: Environment,
  destination: DestinationStream = process.stderr,
): Logger => {
  const scrub = makeScrubber(secretsOf(environment));
  return pino(
    {
      level: environment.logLevel,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: REDACTED.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '***',
      },
      hooks: { streamWrite: scrub },
    },
    destination,
  );
};

/**
 * Structured logs for every `new Logger(…)` of Nest. No middleware per request: the door logs each
 * request itself, with its id, when it has been answered.
 */
@Module({})
export class LoggingModule {
  static with(logger: Logger): DynamicModule {
    return {
      module: LoggingModule,
      imports: [LoggerModule.forRoot({ forRoutes: [], pinoHttp: { logger, autoLogging: false } })],
    };
  }
}
