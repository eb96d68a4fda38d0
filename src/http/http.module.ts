import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { DocumentsController } from './documents.controller';
import { OpenApiDocument } from './openapi-document.service';

/** The door and the documents; {@link file://./configure-http.ts} applies them to the application. */
@Module({
  imports: [AccessModule],
  controllers: [DocumentsController],
  providers: [OpenApiDocument],
})
export class HttpModule {}
