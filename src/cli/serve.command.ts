import { Command, CommandRunner, Option } from 'nest-commander';
import { SystemClock } from '../common/system-clock.provider';
import { openGraph } from '../graph/open-graph.service';
import { ApplicationOpener, progress } from './application-opener.service';

interface ServeOptions {
  readonly demo?: boolean;
  readonly port?: string;
}

/** `vedette serve`: database, schema, seed, HTTP, polling; until it is told to stop. */
@Command({ name: 'serve', description: 'Serve the API and the pages, and poll every ten minutes' })
export class ServeCommand extends CommandRunner {
  constructor(private readonly opener: ApplicationOpener) {
    super();
  }

  override async run(_: string[], options: ServeOptions): Promise<void> {
    if (options.port !== undefined) process.env['PORT'] = options.port;
    const environment = this.opener.environment(options);
    const { connection, server } = await openGraph(environment, progress);
    server?.supervise(progress);
    const { createApplication } = await import('../main.js');
    const app = await createApplication({ environment, clock: new SystemClock(), connection });
    await app.listen(environment.port, environment.host);
    progress(`Vedette answers at ${await app.getUrl()}`);
    if (connection.browserUrl !== null) progress(`Neo4j Browser: ${connection.browserUrl}`);
    await untilSignal();
    progress('Stopping');
    await app.close();
    await server?.stop();
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

const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve();
      });
  });
