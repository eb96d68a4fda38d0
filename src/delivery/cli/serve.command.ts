import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlayedPast } from '../../platform/common/played-past';
import type { Clock } from '../../platform/common/clock';
import { SystemClock } from '../../platform/common/system-clock.provider';
import { misspeltSettings, type Environment } from '../../platform/config/environment';
import { mustTakeWrites } from '../../platform/config/data-folder.service';
import { instanceDir } from '../../platform/config/instance-dir';
import type { GraphConnection } from '../../platform/graph/graph-connection';
import { GraphService } from '../../platform/graph/graph.service';
import { openGraph } from '../../platform/graph/open-graph.service';
import { SeedService } from '../../ontology/seed.service';
import { errorMessage } from '../../platform/common/error-message';
import { wrongLines } from './check/check-result';
import { mustBeOursToListen } from './address-check';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { ServeConsole } from './serve-console.service';
import { StopRequest } from './stop-request.service';

interface ServeHooks {
  readonly past?: PlayedPast;
  readonly beforeServing?: (app: INestApplicationContext) => void;
  readonly whileServing?: (app: INestApplicationContext) => Promise<void>;
}

const CLOSING_MS = 20_000;

export const command = new Command('serve')
  .description('Serve the API and the pages, and poll every ten minutes')
  .addOption(DEMO)
  .option('--port <port>', 'Port to listen on; PORT and 8080 otherwise')
  .action(async (options: DemoOption & { readonly port?: string }): Promise<void> => {
    const stop = StopRequest.listening();
    if (options.port !== undefined) process.env['PORT'] = options.port;
    const base = opener.environment(options);
    await mustBeOursToListen(base.host, base.port);
    const demo = opener.isReplayed(options, base);
    const folder = instanceDir({ dataDir: base.dataDir, demo });
    await mustTakeWrites(folder);
    // If this process is killed, the script that started it stops the database.
    process.send?.({ instanceDir: folder });
    const console = new ServeConsole(base, folder);
    for (const words of misspeltSettings(Object.keys(process.env))) console.tell(words);
    stop.signal.addEventListener('abort', () => {
      console.tell(`Stopping (${stop.reason ?? ''}): work in progress is finished or left for the next start`);
    });
    if (demo) await serveDemo(base, console, stop);
    else await serve(base, new SystemClock(), console, stop);
    console.tell('Stopped');
    // Exits without waiting for hanging connections.
    process.exit();
  });

const serveDemo = async (base: Environment, console: ServeConsole, stop: StopRequest): Promise<void> => {
  const { Demo } = await import('../../demo/demo.service');
  const demo = await Demo.open(base, `http://${base.host}:${base.port}`);
  try {
    await serve(demo.environment, demo.clock, console, stop, {
      past: demo.past,
      beforeServing: (app) => {
        demo.attach(app);
      },
      whileServing: async (app) => {
        await console.step(
          'past of the demo',
          (progress) => demo.play(app, progress, stop.signal),
          (ticks) => (ticks === 0 || stop.signal.aborted ? null : `${ticks} ticks`),
        );
      },
    });
  } finally {
    await demo.stop();
  }
};

const serve = async (
  environment: Environment,
  clock: Clock,
  console: ServeConsole,
  stop: StopRequest,
  hooks: ServeHooks = {},
): Promise<void> => {
  const tell = (message: string): void => {
    console.tell(message);
  };
  // Modules are loaded while the database starts, because this process is idle then.
  const program = import('../../application');
  const { connection, server } = await console.step('database', () => openGraph(environment, tell));
  await program;
  server?.supervise(tell);
  const owner = server?.ownerPid ?? null;
  if (owner !== null)
    tell(
      `The database of this folder is run by process ${owner}, and this service shares it. If that is another service, stop one of them or set another DATA_DIR for it`,
    );
  const folder = instanceDir(environment);
  if (server !== null) stop.watch(join(folder, 'neo4j.password'), folder, () => void server.kill());
  try {
    if (stop.reason === null) await answer({ environment, clock, connection }, console, stop, hooks);
  } finally {
    await server?.stop();
  }
};

const answer = async (
  options: { environment: Environment; clock: Clock; connection: GraphConnection },
  console: ServeConsole,
  stop: StopRequest,
  hooks: ServeHooks,
): Promise<void> => {
  const { environment, connection } = options;
  const app = await console.step('service', async () => {
    const { createApplication } = await import('../../application');
    return createApplication({ ...options, ...(hooks.past && { past: hooks.past }), logger: console.log });
  });
  try {
    await console.step(
      'ontology',
      () => app.get(SeedService).load(),
      ({ entities, relationships }) => `${sum(entities)} entities, ${sum(relationships)} relationships`,
    );
    hooks.beforeServing?.(app);
    await app.listen(environment.port, environment.host);
    app.get(GraphService, { strict: false }).hurry();
    console.answers({
      url: await app.getUrl(),
      browserUrl: connection.browserUrl,
      folder: instanceDir(environment),
      demo: environment.demo,
    });
    await Promise.race([hooks.whileServing?.(app), closingTimeAfter(stop.signal)]);
    if (!environment.demo && environment.polling) void tellWhatIsWrong(app, console, stop);
    await stop.wait();
  } finally {
    await Promise.race([app.close(), sleep(CLOSING_MS, undefined, { ref: false })]);
  }
};

const closingTimeAfter = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
  await sleep(CLOSING_MS, undefined, { ref: false });
};

const tellWhatIsWrong = async (
  app: INestApplicationContext,
  console: ServeConsole,
  stop: StopRequest,
): Promise<void> => {
  try {
    const { LeaseRepository } = await import('../../pipeline/lease.repository');
    if ((await app.get(LeaseRepository, { strict: false }).lastReport('tick')) !== null) {
      const { StatusService } = await import('../../pipeline/status.service');
      for (const line of app.get(StatusService, { strict: false }).upstreamWarnings()) console.tell(line);
      return;
    }
    const { runChecks } = await import('./check/run-checks');
    const lines = wrongLines(await runChecks(app, { paid: false, signal: stop.signal }));
    if (!stop.signal.aborted) for (const line of lines) console.tell(line);
  } catch (error) {
    console.tell(`What works here could not be looked at: ${errorMessage(error)}`);
  }
};

const sum = (counts: { added: readonly string[]; changed: readonly string[]; unchanged: number }): number =>
  counts.added.length + counts.changed.length + counts.unchanged;
