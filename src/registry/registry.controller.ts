import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../platform/http/request-reply.decorator';
import { hashOf } from '../platform/http/hash-parameter';
import { badParameter, notFound } from '../platform/http/problem';
import { isUtcDate } from '../platform/common/utc-time';
import { KeptAnswers } from './copies/kept-answer.store';
import { sendFile } from './copies/public-file';
import { RegistryReader } from './registry-reader.service';
import {
  ChainEntryResponse,
  ConsistencyProofResponse,
  DayFileResponse,
  GetDayFileQuery,
  InclusionProofResponse,
  ReplayBundleResponse,
} from './registry.dto';

/** The registry's files and proofs; docs/verify.md explains their formats. */
@ApiTags('Registry')
@Controller('api')
export class RegistryController {
  constructor(
    private readonly reader: RegistryReader,
    private readonly answers: KeptAnswers,
  ) {}

  @Get('registry/index.json')
  @ApiOperation({
    summary: 'List the hash chain',
    description: 'One entry per sealed UTC day, oldest first, without gaps.',
  })
  @ApiOkResponse({ type: [ChainEntryResponse] })
  async index(@Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.index());
  }

  @Get('registry/checkpoint')
  @ApiOperation({
    summary: 'Get the signed head of the log',
    description: 'C2SP tlog-checkpoint in a signed note: origin, size, root, Ed25519 signature.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The note.' })
  async checkpoint(@Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.checkpoint(), 'text/plain; charset=utf-8');
  }

  @Get('registry/vkey')
  @ApiOperation({
    summary: 'Get the public key of the log',
    description: 'C2SP verifier key, <origin>+<key id>+<key>; compare it with the one on /about.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'The key.' })
  async vkey(@Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.vkey(), 'text/plain; charset=utf-8');
  }

  @Get('registry/proof/:sha256.json')
  @ApiOperation({
    summary: 'Prove that a document is in the log',
    description: 'RFC 9162 inclusion proof of the record of a document hash, against a signed root.',
  })
  @ApiParam({ name: 'sha256', description: 'SHA-256 of the document, hex.' })
  @ApiOkResponse({ type: InclusionProofResponse })
  async proof(@Param('sha256') sha256: string, @Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.inclusionProof(hashOf(sha256)));
  }

  @Get('registry/document/:sha256.json')
  @ApiOperation({
    summary: 'Get a document of the log by its hash',
    description:
      'The canonical JSON that a record commits to: a policy, plan, intent, bundle (without words), trade, exit, settlement, correction, seal or withdrawal. Its SHA-256 is its name; docs/registry.md has the members of each kind.',
  })
  @ApiParam({ name: 'sha256', description: 'SHA-256 of the document, hex.' })
  @ApiOkResponse({
    schema: { type: 'object', additionalProperties: true },
    description: 'The document, byte for byte as hashed.',
  })
  async document(@Param('sha256') sha256: string, @Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.document(hashOf(sha256)));
  }

  @Get('registry/answer/:sha256.json')
  @ApiOperation({
    summary: 'Get an answer of an exchange by its hash',
    description:
      'The answer of an exchange about one market or its book, as JSON without white space. A bundle, exit, settlement or correction has its hash (`raw_sha256`). Kept since version 0.2, if the process that asked also made the record.',
  })
  @ApiParam({ name: 'sha256', description: 'SHA-256 of the answer, hex: `raw_sha256` of a document.' })
  @ApiOkResponse({
    schema: { type: 'object', additionalProperties: true },
    description: 'The answer, byte for byte as hashed.',
  })
  async answer(@Param('sha256') sha256: string, @Http() http: RequestReply): Promise<Buffer> {
    const text = await this.answers.read(hashOf(sha256));
    if (text === null) throw notFound('No answer of an exchange with this hash was kept.');
    return sendFile(http, { text, immutable: true });
  }

  @Get('registry/consistency/:first/:second.json')
  @ApiOperation({
    summary: 'Prove that the log only grew',
    description: 'RFC 9162 consistency proof between two sizes of the log.',
  })
  @ApiParam({ name: 'first', description: 'Earlier size.' })
  @ApiParam({ name: 'second', description: 'Later size, at most that of the checkpoint.' })
  @ApiOkResponse({ type: ConsistencyProofResponse })
  async consistency(
    @Param('first') first: string,
    @Param('second') second: string,
    @Http() http: RequestReply,
  ): Promise<Buffer> {
    const sizes = [size('first', first), size('second', second)] as const;
    if (sizes[0] > sizes[1]) throw badParameter('first', 'must not be larger than second');
    return sendFile(http, await this.reader.consistencyProof(...sizes));
  }

  @Get('registry/:date.json')
  @ApiOperation({
    summary: "Get a day's file",
    description:
      'Sealed days are final and immutable; the open day grows. With `size`, the immutable state of that many records.',
  })
  @ApiParam({ name: 'date', description: 'UTC day, YYYY-MM-DD.' })
  @ApiOkResponse({ type: DayFileResponse })
  async dayFile(
    @Param('date') date: string,
    @Query() query: GetDayFileQuery,
    @Http() http: RequestReply,
  ): Promise<Buffer> {
    if (!isUtcDate(date)) throw badParameter('date', 'must be a calendar day YYYY-MM-DD');
    return sendFile(http, await this.reader.dayFile(date, query.size ?? null));
  }

  @Get('replay-bundle/:id')
  @ApiOperation({
    summary: 'Get a replay bundle',
    description:
      'The frozen input of one prediction and the prediction itself, byte for byte as hashed, with its SHA-256, and separately the texts of its items.',
  })
  @ApiParam({
    name: 'id',
    description: '`context.replay_bundle_id` of an evaluation record.',
    example: 'rb-5f2c0a1b9d3e4f50',
  })
  @ApiOkResponse({ type: ReplayBundleResponse })
  async bundle(@Param('id') id: string, @Http() http: RequestReply): Promise<Buffer> {
    return sendFile(http, await this.reader.bundle(id));
  }
}

const size = (name: string, text: string): number => {
  if (!/^\d{1,15}$/.test(text)) throw badParameter(name, 'must be a number of records');
  return Number(text);
};
