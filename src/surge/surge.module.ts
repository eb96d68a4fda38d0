import { Module } from '@nestjs/common';
import { AlertRepository } from './alert.repository';
import { AlertsController } from './alerts.controller';
import { SurgeService } from './surge.service';

/** Volume alerts per cluster. */
@Module({
  controllers: [AlertsController],
  providers: [AlertRepository, SurgeService],
  exports: [AlertRepository, SurgeService],
})
export class SurgeModule {}
