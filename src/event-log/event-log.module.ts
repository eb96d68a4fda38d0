import { Module } from '@nestjs/common';
import { OntologyModule } from '../ontology/ontology.module';
import { EventLogService } from './event-log.service';
import { EventsController } from './events.controller';
import { ItemRepository } from './item.repository';

@Module({
  imports: [OntologyModule],
  controllers: [EventsController],
  providers: [EventLogService, ItemRepository],
  exports: [EventLogService, ItemRepository],
})
export class EventLogModule {}
