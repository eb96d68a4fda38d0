import { Module } from '@nestjs/common';
import { EventLogService } from './event-log.service';
import { EventsController } from './events.controller';
import { ItemRepository } from './item.repository';

/** Items and the entities they touch. */
@Module({
  controllers: [EventsController],
  providers: [EventLogService, ItemRepository],
  exports: [EventLogService, ItemRepository],
})
export class EventLogModule {}
