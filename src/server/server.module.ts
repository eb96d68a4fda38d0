import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller';

/** The documents that describe the API, for machines and people; {@link file://./configure-http.ts} applies them to the application. */
@Module({ controllers: [DocumentsController] })
export class ServerModule {}
