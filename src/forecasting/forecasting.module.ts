import { Module } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../platform/config/environment';
import { ConfluenceModule } from '../confluence/confluence.module';
import { EvidenceModule } from '../evidence/evidence.module';
import { MarketsModule } from '../markets/markets.module';
import { OntologyModule } from '../ontology/ontology.module';
import { RegistryModule } from '../registry/registry.module';
import { CallBudget } from './call-budget.service';
import { ClaudeModel } from './claude.client';
import { FORECAST_MODELS } from './forecast-model';
import { ForecastCalls } from './forecast-calls.service';
import { ForecastLog } from './forecast-log.service';
import { ForecastingRepository } from './forecasting.repository';
import { ForecastingService } from './forecasting.service';
import { GeminiModel } from './gemini.client';
import { CompatibleModel, GptModel } from './gpt.client';
import { InputRepository } from './input/input.repository';
import { ModelAsker } from './model-asker.service';
import { PositionService } from './position.service';
import { PredictionsController } from './predictions.controller';
import { PredictionsRepository } from './predictions.repository';
import { ShadowAsker } from './shadow-asker.service';
import { SnapshotService } from './snapshot.service';

/** Snapshot → input → prediction → bundle → paper trade. */
@Module({
  imports: [ConfluenceModule, EvidenceModule, MarketsModule, OntologyModule, RegistryModule],
  controllers: [PredictionsController],
  providers: [
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
    {
      provide: FORECAST_MODELS,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => [
        new ClaudeModel(environment),
        new GptModel(environment),
        new GeminiModel(environment),
        new CompatibleModel(environment),
      ],
    },
  ],
  exports: [ForecastingRepository, ForecastingService, InputRepository, PositionService, PredictionsRepository],
})
export class ForecastingModule {}
