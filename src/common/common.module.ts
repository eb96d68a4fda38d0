import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.service';
import { Metrics } from './metrics.service';

/** What every folder may use: measurements and the cache of answers. */
@Global()
@Module({ providers: [Metrics, AnswerCache], exports: [Metrics, AnswerCache] })
export class CommonModule {}
