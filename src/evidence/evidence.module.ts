import { Module } from '@nestjs/common';
import { ModelsModule } from '../platform/models/models.module';
import { EvidenceRule } from './evidence-rule';
import { makeEvidenceRule } from './evidence-seed.provider';
import { EvidenceRepository } from './evidence.repository';
import { EvidenceService } from './evidence.service';
import { JUDGE_INSTRUCTIONS, readJudgeInstructions } from './judge/judge-instructions.provider';
import { judgeModelProvider } from './judge/judge-model.provider';
import { JudgeRepository } from './judge/judge.repository';
import { JudgeService } from './judge/judge.service';

/** Links items to markets. */
@Module({
  imports: [ModelsModule],
  providers: [
    // One per graph: edits in the graph change the rule.
    { provide: EvidenceRule, useFactory: makeEvidenceRule },
    EvidenceRepository,
    EvidenceService,
    JudgeRepository,
    JudgeService,
    judgeModelProvider,
    { provide: JUDGE_INSTRUCTIONS, useFactory: readJudgeInstructions },
  ],
  exports: [EvidenceRule, EvidenceRepository, EvidenceService, JudgeService],
})
export class EvidenceModule {}
