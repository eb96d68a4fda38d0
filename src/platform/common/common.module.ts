import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.service';

/** What every folder may use: measurements. */
@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class CommonModule {}
