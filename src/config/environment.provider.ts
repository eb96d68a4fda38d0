import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, type Clock } from '../common/clock';
import { ENVIRONMENT, type Environment } from './environment';

/** Settings and clock, open to every module. */
@Global()
@Module({})
export class ConfigModule {
  static with(environment: Environment, clock: Clock): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: ENVIRONMENT, useValue: environment },
        { provide: CLOCK, useValue: clock },
      ],
      exports: [ENVIRONMENT, CLOCK],
    };
  }
}
