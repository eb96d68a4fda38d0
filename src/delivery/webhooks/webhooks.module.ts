import { Module } from '@nestjs/common';
import { WebhookRunner } from './webhook-runner.service';
import { WebhookRepository } from './webhook.repository';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

@Module({
  controllers: [WebhooksController],
  providers: [WebhookRepository, WebhooksService, WebhookRunner],
  exports: [WebhookRepository, WebhooksService],
})
export class WebhooksModule {}
