import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { IngestionModule } from '../../ingestion/ingestion.module';
import { PagesModule } from '../../delivery/pages/pages.module';
import { DocumentsController } from './documents.controller';
import { OpenApiDocument } from './openapi-document.service';
import { ReferenceController } from '../../delivery/pages/reference/reference.controller';

/** The documents that describe the API, for machines and people; {@link file://./configure-http.ts} applies them to the application. */
@Module({
  imports: [AccessModule, IngestionModule, PagesModule],
  controllers: [DocumentsController, ReferenceController],
  providers: [OpenApiDocument],
})
export class ServerModule {}
