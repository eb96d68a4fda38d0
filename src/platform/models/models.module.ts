import { Module } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { ClaudeModel } from './claude.client';
import { GeminiModel } from './gemini.client';
import { CompatibleModel, GptModel } from './gpt.client';
import { LANGUAGE_MODELS } from './language-model';
import { ModelCaller } from './model-caller.service';

@Module({
  providers: [
    ModelCaller,
    {
      provide: LANGUAGE_MODELS,
      inject: [ENVIRONMENT],
      useFactory: (environment: Environment) => [
        new ClaudeModel(environment),
        new GptModel(environment),
        new GeminiModel(environment),
        new CompatibleModel(environment),
      ],
    },
  ],
  exports: [ModelCaller],
})
export class ModelsModule {}
