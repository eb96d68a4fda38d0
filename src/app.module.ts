import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock } from './common/clock';
import { ConfigModule } from './config/environment.provider';
import type { Environment } from './config/environment';
import type { GraphConnection } from './graph/graph-connection';
import { GraphModule } from './graph/graph.module';

export interface AppOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly connection: GraphConnection;
}

/** The whole service: its modules in the order of the pipeline. */
@Module({})
export class AppModule {
  static with({ environment, clock, connection }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.with(environment, clock), GraphModule.with(connection)],
    };
  }
}
