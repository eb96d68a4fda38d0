import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { hashOf } from '../../platform/http/hash-parameter';
import { ReceiptsService } from '../../receipts/receipts.service';
import { RegistryReader } from '../../registry/registry-reader.service';

const JSON_TYPE = 'application/json; charset=utf-8';

/** As under `/api`, but within the limit of pages, so that the check button uses up no API requests. */
@ApiExcludeController()
@Controller('verify/files')
export class ProofFilesController {
  constructor(
    private readonly registry: RegistryReader,
    private readonly receipts: ReceiptsService,
  ) {}

  @Get('receipt/:trade_id.json')
  @Header('Content-Type', JSON_TYPE)
  async receipt(@Param('trade_id') tradeId: string): Promise<Buffer> {
    return Buffer.from(await this.receipts.receipt(tradeId));
  }

  @Get('registry/vkey')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  async vkey(): Promise<Buffer> {
    return Buffer.from((await this.registry.vkey()).text);
  }

  @Get('registry/document/:sha256.json')
  @Header('Content-Type', JSON_TYPE)
  async document(@Param('sha256') sha256: string): Promise<Buffer> {
    return Buffer.from((await this.registry.document(hashOf(sha256))).text);
  }

  @Get('registry/proof/:sha256.json')
  @Header('Content-Type', JSON_TYPE)
  async proof(@Param('sha256') sha256: string): Promise<Buffer> {
    return Buffer.from((await this.registry.inclusionProof(hashOf(sha256))).text);
  }
}
