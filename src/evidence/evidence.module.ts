import { Module } from '@nestjs/common';
import { EvidenceRule } from './evidence-rule';
import { loadEvidenceRule } from './evidence-seed.provider';
import { EvidenceRepository } from './evidence.repository';
import { EvidenceService } from './evidence.service';

/** Which items bear on which market. */
@Module({
  providers: [{ provide: EvidenceRule, useFactory: loadEvidenceRule }, EvidenceRepository, EvidenceService],
  exports: [EvidenceRule, EvidenceRepository, EvidenceService],
})
export class EvidenceModule {}
