import { Module } from '@nestjs/common';
import { DocumentsController } from './documents.controller';

/** Documents that describe the API; {@link file://./configure-http.ts} applies them to the application. */
@Module({ controllers: [DocumentsController] })
export class ServerModule {}
