import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.service';

/** What every controller uses: the cache of answers. */
@Global()
@Module({ providers: [AnswerCache], exports: [AnswerCache] })
export class HttpModule {}
