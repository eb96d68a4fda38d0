import type { INestApplicationContext } from '@nestjs/common';
import { Command, CommandRunner, Option } from 'nest-commander';
import type { Clock } from '../common/clock';
import { SystemClock } from '../common/system-clock.provider';
import type { Environment } from '../config/environment';
import { GraphService } from '../graph/graph.service';
import { openGraph } from '../graph/open-graph.service';
import { SeedService } from '../ontology/seed.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface ServeOptions {
  readonly demo?: boolean;
  readonly port?: string;
}

const STOP_HINT = 'Stopping: work in progress is finished or left for the next start';

/** `vedette serve`: database, schema, seed, HTTP, polling; until it is told to stop. */
@Command({ name: 'serve', description: 'Serve the API and the pages, and poll every ten minutes' })
export class ServeCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: ServeOptions): Promise<void> {
    const stopped = untilSignal();
    if (options.port !== undefined) process.env['PORT'] = options.port;
    const base = this.opener.environment(options);
    if (this.opener.isReplayed(options, base)) await this.serveDemo(base, stopped);
    else await this.serve(base, new SystemClock(), stopped);
  }

  private async serveDemo(base: Environment, stopped: Promise<void>): Promise<void> {
    const { Demo } = await import('../demo/demo.service.js');
    const demo = await Demo.open(base, `http://${base.host}:${base.port}`);
    try {
      await this.serve(demo.environment, demo.clock, stopped, {
        beforeServing: async (connection) => {
          progress('Building the past of the demo');
          const begun = performance.now();
          let ticks = 0;
          await demo.buildHistory(connection, (done, total, at) => {
            ticks = done;
            if (done % 20 === 0 || done === total)
              progress(`  ${done} of ${total} ticks, ${new Date(at).toISOString().slice(0, 10)}`);
          });
          const seconds = ((performance.now() - begun) / 1000).toFixed(1);
          if (ticks > 0) progress(`The past of the demo was built: ${ticks} ticks in ${seconds} s`);
        },
        whileServing: (app) => {
          demo.attach(app);
        },
      });
    } finally {
      await demo.stop();
    }
  }

  private async serve(
    environment: Environment,
    clock: Clock,
    stopped: Promise<void>,
    hooks: {
      beforeServing?: (
        connection: Awaited<ReturnType<typeof openGraph>>['connection'],
      ) => Promise<void>;
      whileServing?: (app: INestApplicationContext) => void;
    } = {},
  ): Promise<void> {
    progress('Opening the database');
    const { connection, server } = await openGraph(environment, progress);
    server?.supervise(progress);
    try {
      await hooks.beforeServing?.(connection);
      const { createApplication } = await import('../main.js');
      const app = await createApplication({ environment, clock, connection });
      try {
        const { entities, relationships } = await app.get(SeedService).load();
        progress(`Ontology: ${sum(entities)} entities, ${sum(relationships)} relationships`);
        hooks.whileServing?.(app);
        await app.listen(environment.port, environment.host);
        app.get(GraphService, { strict: false }).hurry();
        progress(`Vedette answers at ${await app.getUrl()}`);
        if (connection.browserUrl !== null) progress(`Neo4j Browser: ${connection.browserUrl}`);
        await stopped;
        progress(STOP_HINT);
      } finally {
        await app.close();
      }
    } finally {
      await server?.stop();
    }
  }

  @Option({ flags: '--demo', description: 'Serve the synthetic demo from its own database' })
  parseDemo(): boolean {
    return true;
  }

  @Option({ flags: '--port <port>', description: 'Port to listen on; PORT and 8080 otherwise' })
  parsePort(value: string): string {
    return value;
  }
}

const sum = (counts: {
  added: readonly string[];
  changed: readonly string[];
  unchanged: number;
}): number => counts.added.length + counts.changed.length + counts.unchanged;

const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
