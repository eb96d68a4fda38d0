import { Controller, Get, Inject, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../../platform/http/request-reply.decorator';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { notFound } from '../../platform/http/problem';
import { sendFile } from '../copies/public-file';
import { RegistryReader } from '../registry-reader.service';
import { policyOf } from './offline-proof';

const TEXT = 'text/plain; charset=utf-8';

@ApiTags('Registry')
@Controller('api/registry')
export class OfflineProofsController {
  constructor(
    private readonly reader: RegistryReader,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Get('policy')
  @ApiOperation({
    summary: 'Get the policy of the log',
    description: 'C2SP tlog-policy: key of the log, keys of its witnesses, and their quorum.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The policy.' })
  async policy(@Http() http: RequestReply): Promise<Buffer> {
    const vkey = (await this.reader.vkey()).text.trim();
    return sendFile(http, { text: policyOf(vkey, this.environment) }, TEXT);
  }

  @Get('record/:file')
  @ApiOperation({
    summary: 'Prove a record in one file',
    description:
      'C2SP tlog-proof of the record with this index: its inclusion in the newest head that a witness cosigned, else in the current head. Other programs can check it with the policy.',
  })
  @ApiParam({
    name: 'file',
    description: 'Index of the record, from 0, and `.tlog-proof`.',
    example: '0.tlog-proof',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The proof.' })
  async proof(@Param('file') file: string, @Http() http: RequestReply): Promise<Buffer> {
    const [, index] = /^(0|[1-9]\d{0,14})\.tlog-proof$/.exec(file) ?? [];
    if (index === undefined) throw notFound('A proof has an address of the form record/12.tlog-proof.');
    return sendFile(http, { text: await this.reader.offlineProof(Number(index)) }, TEXT);
  }
}
