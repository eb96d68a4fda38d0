import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.service';
import { OpenApiDocument } from './openapi-document.service';

@Global()
@Module({ providers: [AnswerCache, OpenApiDocument], exports: [AnswerCache, OpenApiDocument] })
export class HttpModule {}
