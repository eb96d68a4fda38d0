import { Command } from 'commander';
import { openGraph } from '../../platform/graph/open-graph.service';
import { DEMO, opener, type DemoOption } from './application-opener.service';
import { StopRequest } from './stop-request.service';
import { progress } from './terminal';

/** Services and commands of the same folder join this Neo4j and leave it running. */
export const command = new Command('database')
  .description('Run the embedded database alone, for Neo4j Browser')
  .addOption(DEMO)
  .action(async (options: DemoOption): Promise<void> => {
    const stop = StopRequest.listening();
    const { connection, server } = await openGraph(opener.environment(options), progress);
    if (server === null) throw new Error('NEO4J_URI names a server of yours: there is no embedded one to run');
    try {
      progress(`Neo4j Browser: ${connection.browserUrl ?? ''}`);
      process.send?.('ready');
      await stop.wait();
    } finally {
      await server.stop();
    }
    process.exit();
  });
