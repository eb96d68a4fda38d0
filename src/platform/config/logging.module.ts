import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { secretsOf, type Environment } from './environment';
import { makeScrubber } from './log-scrubber';

/** Properties that are never written, wherever somebody logs an object that has them. */
const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'x-api-key'];

/** What Nest tells at each start, a line for every module and route: the same each time. */
const ROUTINE = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

const isRoutine = (first: unknown): boolean =>
  typeof first === 'object' && first !== null && ROUTINE.has((first as { context?: string }).context ?? '');

/** Told at `info`, and of the framework's routine: at `debug`. */
const levelled = function (this: Logger, args: Parameters<LogFn>, log: LogFn, level: number): void {
  const routine = level === pino.levels.values['info'] && isRoutine(args[0]);
  (routine ? this.debug : log).apply(this, args);
};

/** One JSON line an event, scrubbed; on stderr, because stdout belongs to the output of commands. */
export const makeLogger = (environment: Environment, destination: DestinationStream = process.stderr): Logger => {
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
      hooks: { streamWrite: scrub, logMethod: levelled },
    },
    destination,
  );
};

/**
 * Structured logs for every `new Logger(…)` of Nest. No middleware per request: the request gate logs
 * each request itself, with its id, when it has been answered.
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
