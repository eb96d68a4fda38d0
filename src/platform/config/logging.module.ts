import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { secretsOf, type Environment } from './environment';
import { makeScrubber } from './log-scrubber';

const REDACTED = ['authorization', 'cookie', 'password', 'token', 'secret', 'apiKey', 'x-api-key'];

/** Nest's startup messages, one per module and route, identical at each start. */
const ROUTINE = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

const isRoutine = (first: unknown): boolean =>
  typeof first === 'object' && first !== null && ROUTINE.has((first as { context?: string }).context ?? '');

const levelled = function (this: Logger, args: Parameters<LogFn>, log: LogFn, level: number): void {
  const routine = level === pino.levels.values['info'] && isRoutine(args[0]);
  (routine ? this.debug : log).apply(this, args);
};

/** One JSON line per event, scrubbed; on stderr, because stdout is reserved for command output. */
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

/** Logs of every `new Logger(…)` of Nest. Requests are logged by the request gate, so no middleware is needed. */
@Module({})
export class LoggingModule {
  static with(logger: Logger): DynamicModule {
    return {
      module: LoggingModule,
      imports: [LoggerModule.forRoot({ forRoutes: [], pinoHttp: { logger, autoLogging: false } })],
    };
  }
}
