import { Module } from '@nestjs/common';
import { EvidenceRule } from './evidence-rule';
import { loadEvidenceRule } from './evidence-seed.provider';
import { EvidenceRepository } from './evidence.repository';
import { EvidenceService } from './evidence.service';
import { JUDGE_INSTRUCTIONS, readJudgeInstructions } from './judge/judge-instructions.provider';
import { JUDGE_MODEL } from './judge/judge-model';
import { JudgeRepository } from './judge/judge.repository';
import { JudgeService } from './judge/judge.service';

/** Which items bear on which market. */
@Module({
  providers: [
    { provide: EvidenceRule, useFactory: loadEvidenceRule },
    EvidenceRepository,
    EvidenceService,
    JudgeRepository,
    JudgeService,
    { provide: JUDGE_MODEL, useValue: null },
    { provide: JUDGE_INSTRUCTIONS, useFactory: readJudgeInstructions },
  ],
  exports: [EvidenceRule, EvidenceRepository, EvidenceService, JudgeService],
})
export class EvidenceModule {}
