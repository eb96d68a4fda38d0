import { Module } from '@nestjs/common';
import { EventLogModule } from '../event-log/event-log.module';
import { OntologyModule } from '../ontology/ontology.module';
import { AlertRepository } from './alert.repository';
import { AlertsController } from './alerts.controller';
import { SurgeService } from './surge.service';

@Module({
  imports: [EventLogModule, OntologyModule],
  controllers: [AlertsController],
  providers: [AlertRepository, SurgeService],
  exports: [AlertRepository, SurgeService],
})
export class SurgeModule {}
