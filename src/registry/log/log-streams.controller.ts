import { Controller, Get, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LogStreams, type LogStream } from './log-streams.service';
import { RangedFile } from '../copies/ranged-file.decorator';
import { answerFromFile } from '../copies/ranged-file.writer';
import { GetLogQuery } from '../registry.dto';

const LINES = 'application/jsonl';

/** What each of the four says of itself. */
const StreamOf = (summary: string, description: string): MethodDecorator =>
  RangedFile(summary, `${description} Only grows: what was read once stays its beginning.`, LINES);

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
  @StreamOf('Read all replay bundles', 'One canonical bundle a line, without the words of its items, in log order.')
  async bundles(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.send('bundles', request, reply);
  }

  @Get('days.jsonl')
  @StreamOf('Read all sealed day-files', 'One day-file a line, oldest first, byte for byte.')
  async days(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    return this.send('days', request, reply);
  }

  private async send(name: LogStream, request: FastifyRequest, reply: FastifyReply, from = 0): Promise<StreamableFile> {
    const state = await this.streams.state(name, from);
    return answerFromFile(request, reply, { ...state, type: LINES, cacheControl: 'no-cache' });
  }
}
