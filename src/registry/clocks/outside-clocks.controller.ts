import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../../platform/http/request-reply.decorator';
import { canonicalJson } from '../../platform/common/canonical-json';
import { notFound } from '../../platform/http/problem';
import { cosignatureEntry, TIMESTAMPS_LISTED_MAX, timestampEntry, timestampLine } from './outside-clock';
import { OutsideClockRepository } from './outside-clock.repository';
import { sendFile } from '../copies/public-file';
import { TimestampResponse } from '../registry.dto';
import { REPLY_TYPE } from './timestamps/timestamp-token';

const LINES = 'application/jsonl';

/** Statements of authorities and witnesses on the log; docs/registry.md has the formats. */
@ApiTags('Registry')
@Controller('api/registry')
export class OutsideClocksController {
  constructor(private readonly clocks: OutsideClockRepository) {}

  @Get('timestamps/index.json')
  @ApiOperation({
    summary: 'List the time stamps of the log',
    description: `RFC 3161: what each authority stated of each head of the log, newest first, at most ${TIMESTAMPS_LISTED_MAX}.`,
  })
  @ApiOkResponse({ type: [TimestampResponse] })
  async index(@Http() http: RequestReply): Promise<Buffer> {
    const all = await this.clocks.timestamps();
    const listed = all.reverse().slice(0, TIMESTAMPS_LISTED_MAX).map(timestampEntry);
    return sendFile(http, { text: canonicalJson(listed) });
  }

  @Get('timestamps/:id.tsr')
  @ApiOperation({
    summary: 'Get a time stamp',
    description:
      'The response of the authority (TimeStampResp, DER), as `openssl ts -verify` reads it. It stamps the bytes of `checkpoint` of its entry.',
  })
  @ApiParam({ name: 'id', description: '`id` of its entry.', example: 'ts-0f3c9a1b2c3d4e5f60718293' })
  @ApiProduces(REPLY_TYPE)
  @ApiOkResponse({
    description: 'The response.',
    content: { [REPLY_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  })
  async token(@Param('id') id: string, @Http() http: RequestReply): Promise<Buffer> {
    const token = await this.clocks.token(id);
    if (token === null) throw notFound('No time stamp has this id.');
    return sendFile(http, { text: token, immutable: true }, REPLY_TYPE);
  }

  @Get('outside-clocks.jsonl')
  @ApiOperation({
    summary: 'Read all statements of others about the log',
    description:
      'Time stamps (RFC 3161) with `token`, the response in base64, then checkpoints with the cosignature (C2SP cosignature/v1) of one witness; one a line, in the order in which they came.',
  })
  @ApiProduces(LINES)
  @ApiOkResponse({ description: 'The lines.', content: { [LINES]: { schema: { type: 'string' } } } })
  async all(@Http() http: RequestReply): Promise<Buffer> {
    const [timestamps, cosignatures] = await Promise.all([this.clocks.timestamps(), this.clocks.cosignatures()]);
    const lines = [...timestamps.map(timestampLine), ...cosignatures.map(cosignatureEntry)].map(
      (entry) => `${canonicalJson(entry)}\n`,
    );
    return sendFile(http, { text: lines.join('') }, LINES);
  }
}
