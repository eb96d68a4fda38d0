import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock';
import { PLAYED_PAST, PlayedPast } from '../common/played-past';
import { DataFolder } from './data-folder.service';
import { ENVIRONMENT, type Environment } from './environment';

@Global()
@Module({})
export class ConfigModule {
  static with(environment: Environment, clock: Clock, past = new PlayedPast()): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: ENVIRONMENT, useValue: environment },
        { provide: CLOCK, useValue: clock },
        { provide: PLAYED_PAST, useValue: past },
        DataFolder,
      ],
      exports: [ENVIRONMENT, CLOCK, PLAYED_PAST, DataFolder],
    };
  }
}
