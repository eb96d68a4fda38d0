import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.service';
import { OpenApiDocument } from './openapi-document.service';

/** What every controller uses: the cache of answers, and the description of the API. */
@Global()
@Module({ providers: [AnswerCache, OpenApiDocument], exports: [AnswerCache, OpenApiDocument] })
export class HttpModule {}
