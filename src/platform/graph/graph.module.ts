import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Metrics } from '../common/metrics.service';
import { CypherCatalogue } from './cypher-catalogue.service';
import { GRAPH_CONNECTION, type GraphConnection } from './graph-connection';
import { GraphService } from './graph.service';
import { SchemaService } from './schema.service';

const logger = new Logger('Graph');

@Global()
@Module({})
export class GraphModule implements OnApplicationShutdown {
  constructor(@Inject(GraphService) private readonly graph: GraphService) {}

  static with(connection: GraphConnection): DynamicModule {
    return {
      module: GraphModule,
      providers: [
        { provide: GRAPH_CONNECTION, useValue: connection },
        { provide: CypherCatalogue, useFactory: () => new CypherCatalogue() },
        {
          provide: GraphService,
          useFactory: (catalogue: CypherCatalogue, metrics: Metrics) =>
            new GraphService(connection, catalogue, {
              // Startup and commands wait for a slow database; requests to a service do not.
              patient: true,
              onQuery: (query, seconds, succeeded) => {
                metrics.querySeconds.observe({ query }, seconds);
                if (!succeeded) metrics.queryFailures.inc({ query });
              },
              onAway: (isAway) => {
                if (isAway) logger.error('Neo4j does not answer: reads are refused until it does');
                else logger.log('Neo4j answers again');
              },
            }),
          inject: [CypherCatalogue, Metrics],
        },
        SchemaService,
      ],
      exports: [GRAPH_CONNECTION, CypherCatalogue, GraphService, SchemaService],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.graph.close();
  }
}
