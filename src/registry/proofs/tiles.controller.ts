import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Http, type RequestReply } from '../../platform/http/request-reply.decorator';
import { badParameter, notFound } from '../../platform/http/problem';
import { sendFile } from '../copies/public-file';
import { RegistryReader } from '../registry-reader.service';
import { readTileLevel, readTilePlace } from './tile';

const BYTES = 'application/octet-stream';

/** A route for addresses of so many segments after the level. */
const TileOf = (segments: number): MethodDecorator => {
  const names = Array.from({ length: segments }, (_, index) => `n${index + 1}`);
  const decorators = [
    Get(`:level/${names.map((name) => `:${name}`).join('/')}`),
    ApiOperation({
      summary: `Get a tile of the log, address of ${segments} ${segments === 1 ? 'part' : 'parts'}`,
      description:
        'C2SP tlog-tiles: 256 hashes of 32 bytes, or as many as `.p/{W}` says; with the level `entries`, the records themselves, each after its length in two bytes. The prefix of the log is /api/registry.',
    }),
    ApiParam({ name: 'level', description: '0 to 63, or `entries`.', example: '0' }),
    ...names.map((name, index) =>
      ApiParam({
        name,
        description: 'Part of the index, or of the width of a partial tile.',
        example: index === segments - 1 ? '000' : 'x001',
      }),
    ),
    ApiProduces(BYTES),
    ApiOkResponse({ description: 'The tile.', content: { [BYTES]: { schema: { type: 'string', format: 'binary' } } } }),
  ];
  return (target, key, descriptor) => {
    for (const decorate of decorators) decorate(target, key, descriptor);
  };
};

/** The log as C2SP tlog-tiles for standard clients: https://c2sp.org/tlog-tiles. */
@ApiTags('Registry')
@Controller('api/registry/tile')
export class TilesController {
  constructor(private readonly reader: RegistryReader) {}

  @TileOf(1)
  tile1(@Param('level') level: string, @Param('n1') n1: string, @Http() http: RequestReply): Promise<Buffer> {
    return this.send(level, [n1], http);
  }

  @TileOf(2)
  tile2(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Http() http: RequestReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2], http);
  }

  @TileOf(3)
  tile3(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Param('n3') n3: string,
    @Http() http: RequestReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2, n3], http);
  }

  @TileOf(4)
  tile4(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Param('n3') n3: string,
    @Param('n4') n4: string,
    @Http() http: RequestReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2, n3, n4], http);
  }

  private async send(name: string, segments: readonly string[], http: RequestReply): Promise<Buffer> {
    const place = readTilePlace(segments);
    const level = name === 'entries' ? 'entries' : readTileLevel(name);
    if (level === null) throw badParameter('level', 'must be a number from 0 to 63, or entries');
    if (place === null) throw notFound('No tile has an address of this form.');
    const body = level === 'entries' ? await this.reader.entries(place) : await this.reader.tile(level, place);
    return sendFile(http, { text: body, immutable: true }, BYTES);
  }
}
