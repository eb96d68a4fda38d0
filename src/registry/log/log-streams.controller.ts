import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../../platform/http/request-reply.decorator';
import { LogStreams, type LogStream } from './log-streams.service';
import { RangedFile } from '../copies/ranged-file.decorator';
import { answerFromFile } from '../copies/ranged-file.writer';
import { GetLogQuery } from '../registry.dto';

const LINES = 'application/jsonl';

const StreamOf = (summary: string, description: string): MethodDecorator =>
  RangedFile(summary, `${description} Only grows: its beginning never changes.`, LINES);

/** The whole log as streams, so that a reader needs few requests; docs/registry.md has the formats. */
@ApiTags('Registry')
@Controller('api/registry')
export class LogStreamsController {
  constructor(private readonly streams: LogStreams) {}

  @Get('log.jsonl')
  @StreamOf('Read all records of the log', 'One record a line, in log order: the data of its leaf.')
  async log(@Query() query: GetLogQuery, @Http() http: RequestReply): Promise<StreamableFile> {
    return this.send('log', http, query.from);
  }

  @Get('documents.jsonl')
  @StreamOf('Read all documents but bundles', 'One canonical document a line, in log order.')
  async documents(@Http() http: RequestReply): Promise<StreamableFile> {
    return this.send('documents', http);
  }

  @Get('bundles.jsonl')
  @StreamOf('Read all replay bundles', 'One canonical bundle a line, without the words of its items, in log order.')
  async bundles(@Http() http: RequestReply): Promise<StreamableFile> {
    return this.send('bundles', http);
  }

  @Get('days.jsonl')
  @StreamOf('Read all sealed day-files', 'One day-file a line, oldest first, byte for byte.')
  async days(@Http() http: RequestReply): Promise<StreamableFile> {
    return this.send('days', http);
  }

  private async send(name: LogStream, http: RequestReply, from = 0): Promise<StreamableFile> {
    const state = await this.streams.state(name, from);
    return answerFromFile(http, { ...state, type: LINES, cacheControl: 'no-cache' });
  }
}
