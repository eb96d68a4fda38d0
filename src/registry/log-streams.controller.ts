import { Controller, Get, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger'; // prettier-ignore
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { namesTag, readRange, type ByteRange } from './byte-range';
import { LogStreams, type LogStream } from './log-streams.service';
import { GetLogQuery } from './registry.dto';

const LINES = 'application/jsonl';

/** What each of the four has in common in the OpenAPI document. */
const StreamOf = (summary: string, description: string): MethodDecorator => {
  const content = { [LINES]: { schema: { type: 'string' as const } } };
  const decorators = [
    ApiOperation({
      summary,
      description: `${description} Only grows: what was read once stays its beginning. With a strong ETag, Content-Length, and Range.`,
    }),
    ApiProduces(LINES),
    ApiHeader({
      name: 'range',
      required: false,
      description: 'One range of bytes: `bytes=1000-` for what came since.',
      example: 'bytes=0-',
    }),
    ApiOkResponse({ description: 'The lines.', content }),
    ApiResponse({ status: 206, description: 'The range of them.', content }),
    ApiResponse({ status: 416, description: 'Nothing lies beyond the end.', content }),
  ];
  return (target, key, descriptor) => {
    for (const decorate of decorators) decorate(target, key, descriptor);
  };
};

/** The log as a whole, so that a reader needs few requests for it; docs/registry.md has the formats. */
@ApiTags('Registry')
@Controller('api/registry')
export class LogStreamsController {
  constructor(private readonly streams: LogStreams) {}

  @Get('log.jsonl')
  @StreamOf('Read all records of the log', 'One record a line, in log order: the data of its leaf.')
  async log(
    @Query() query: GetLogQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send('log', request, reply, query.from);
  }

  @Get('documents.jsonl')
  @StreamOf('Read all documents but bundles', 'One canonical document a line, in log order.')
  async documents(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send('documents', request, reply);
  }

  @Get('bundles.jsonl')
  @StreamOf(
    'Read all replay bundles',
    'One canonical bundle a line, without the words of its items, in log order.',
  )
  async bundles(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send('bundles', request, reply);
  }

  @Get('days.jsonl')
  @StreamOf('Read all sealed day-files', 'One day-file a line, oldest first, byte for byte.')
  async days(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send('days', request, reply);
  }

  private async send(
    name: LogStream,
    request: FastifyRequest,
    reply: FastifyReply,
    from = 0,
  ): Promise<StreamableFile> {
    const { tag, sha256, size, read } = await this.streams.state(name, from);
    // The bytes are hashed as they are: nothing compresses them on the way.
    delete request.headers['accept-encoding'];
    void reply.headers({
      etag: tag,
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      ...(sha256 === null
        ? {}
        : { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }),
    });
    const file = (range: ByteRange | null): StreamableFile => {
      const length = range === null ? 0 : range.end - range.start;
      const asked = request.method !== 'HEAD' && range !== null && length > 0;
      return new StreamableFile(asked ? read(range) : Readable.from([]), { type: LINES, length });
    };
    if (namesTag(request.headers['if-none-match'], tag)) {
      void reply.code(304);
      return file(null);
    }
    const { 'if-range': condition, range: header } = request.headers;
    const holds = condition === undefined || namesTag(String(condition), tag);
    const range = holds ? readRange(header, size) : null;
    if (range === 'unsatisfiable') {
      void reply.code(416).header('content-range', `bytes */${size}`);
      return file(null);
    }
    if (range === null) return file({ start: 0, end: size });
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`);
    return file(range);
  }
}
