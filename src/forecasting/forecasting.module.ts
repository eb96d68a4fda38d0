import { Module } from '@nestjs/common';
import { ConfluenceModule } from '../confluence/confluence.module';
import { EvidenceModule } from '../evidence/evidence.module';
import { MarketsModule } from '../markets/markets.module';
import { OntologyModule } from '../ontology/ontology.module';
import { RegistryModule } from '../registry/registry.module';
import { CalibrationService } from './calibration.service';
import { CallBudget } from './call-budget.repository';
import { ForecastCalls } from './forecast-calls.service';
import { ForecastLog } from './forecast-log.service';
import { ForecastingRepository } from './forecasting.repository';
import { ForecastingService } from './forecasting.service';
import { ModelsModule } from '../platform/models/models.module';
import { InputRepository } from './input/input.repository';
import { ModelAsker } from './model-asker.service';
import { PositionService } from './position.service';
import { PredictionsController } from './predictions.controller';
import { PredictionsRepository } from './predictions.repository';
import { ShadowAsker } from './shadow-asker.service';
import { SnapshotService } from './snapshot.service';

/** Snapshot → input → prediction → bundle → paper trade. */
@Module({
  imports: [ConfluenceModule, EvidenceModule, MarketsModule, ModelsModule, OntologyModule, RegistryModule],
  controllers: [PredictionsController],
  providers: [
    CalibrationService,
    CallBudget,
    ForecastCalls,
    ForecastLog,
    ForecastingRepository,
    ForecastingService,
    InputRepository,
    ModelAsker,
    PositionService,
    PredictionsRepository,
    ShadowAsker,
    SnapshotService,
  ],
  exports: [ForecastingRepository, ForecastingService, InputRepository, PositionService, PredictionsRepository],
})
export class ForecastingModule {}
