import { Module } from '@nestjs/common';
import { LeadTimeRepository } from './lead-time.repository';
import { LeadTimeService } from './lead-time.service';

/** Which sources speak before prices move. */
@Module({
  providers: [LeadTimeRepository, LeadTimeService],
  exports: [LeadTimeService],
})
export class LeadTimeModule {}
