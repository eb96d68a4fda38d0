import type { INestApplicationContext, Type } from '@nestjs/common';
import { Option } from 'commander';
import type { Clock } from '../../platform/common/clock';
import { SystemClock } from '../../platform/common/system-clock.provider';
import { readEnvironment, type Environment } from '../../platform/config/environment';
import { instanceDir } from '../../platform/config/instance-dir';
import { progress } from './terminal';

export interface DemoOption {
  readonly demo?: boolean;
}

interface OpenOptions extends DemoOption {
  readonly world?: { readonly environment: Environment; readonly clock: Clock };
}

export const tellDeployment = (environment: Environment): void => {
  const database = environment.neo4jUri === null ? '' : `, database ${new URL(environment.neo4jUri).host}`;
  const address = environment.publicUrl === null ? '' : `, ${environment.publicUrl}`;
  progress(`Deployment: ${instanceDir(environment)}${environment.demo ? ' (demo)' : ''}${database}${address}`);
};

export const mustBeEmbedded = ({ neo4jUri }: Environment, what: string): void => {
  if (neo4jUri === null) return;
  const host = new URL(neo4jUri).host;
  throw new Error(
    `${what} works on the embedded database, and NEO4J_URI names ${host}: use neo4j-admin there, and copy DATA_DIR beside it`,
  );
};

/** Opens the service without HTTP: joins the running embedded Neo4j or starts one, and stops what it started. */
export class ApplicationOpener {
  /** The settings of this process. The demo ignores external servers configured for the real service. */
  environment(options: OpenOptions = {}): Environment {
    const environment = readEnvironment({ ...process.env, ...(options.demo === true ? { VEDETTE_DEMO: 'true' } : {}) });
    return this.isReplayed(options, environment) ? { ...environment, neo4jUri: null, redisUrl: null } : environment;
  }

  /** With `--demo`, or with `VEDETTE_DEMO` unless another replay of the upstreams is configured. */
  isReplayed(options: OpenOptions, environment: Environment): boolean {
    return options.demo === true || (environment.demo && environment.upstreamReplayUrl === null);
  }

  async run<T>(options: OpenOptions, work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
    const environment = { ...(options.world?.environment ?? this.environment(options)), polling: false };
    const clock = options.world?.clock ?? new SystemClock();
    // Loaded on demand, so that commands without a database start fast.
    tellDeployment(environment);
    const { openGraph } = await import('../../platform/graph/open-graph.service');
    const { connection, server } = await openGraph(environment, progress);
    try {
      const { NestFactory } = await import('@nestjs/core');
      const { Logger } = await import('nestjs-pino');
      const { AppModule } = await import('../../app.module');
      const { SchemaService } = await import('../../platform/graph/schema.service');
      const app = await NestFactory.createApplicationContext(AppModule.with({ environment, clock, connection }), {
        bufferLogs: true,
        abortOnError: false,
      });
      // Nest's own logger writes warnings to stdout, which is reserved for data.
      app.useLogger(app.get(Logger));
      try {
        // On a new database, queries would lack their indexes and constraints.
        await app.get(SchemaService, { strict: false }).apply();
        return await work(app);
      } finally {
        await app.close();
      }
    } finally {
      await server?.stop();
    }
  }

  /** The same, for work on one service. */
  on<Service, T>(service: Type<Service>, options: OpenOptions, work: (one: Service) => Promise<T>): Promise<T> {
    return this.run(options, (app) => work(app.get(service, { strict: false })));
  }
}

export const opener = new ApplicationOpener();

export const DEMO = new Option('--demo', "The synthetic demo's own database, in place of the real one");
