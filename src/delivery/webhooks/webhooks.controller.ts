import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { WebhooksService } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get('public-key')
  @Header('content-type', 'text/plain; charset=utf-8')
  @ApiOperation({
    summary: 'Get the public key of webhooks',
    description: 'Ed25519 key in the format of Standard Webhooks (whpk_…), for the signature v1a of every delivery.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The key.', schema: { type: 'string' } })
  async publicKey(): Promise<string> {
    return `${await this.webhooks.publicKey()}\n`;
  }
}
