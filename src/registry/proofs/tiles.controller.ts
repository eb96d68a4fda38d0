import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badParameter, ProblemException } from '../../platform/http/problem';
import { sha256Hex } from '../../platform/common/sha256';
import { fileHeaders } from '../copies/public-file';
import { RegistryReader } from '../registry-reader.service';
import { readTileLevel, readTilePlace } from './tile';

const BYTES = 'application/octet-stream';

/** An address of so many segments behind the level: each is a route of its own. */
const TileOf = (segments: number): MethodDecorator => {
  const names = Array.from({ length: segments }, (_, index) => `n${index + 1}`);
  const decorators = [
    Get(`:level/${names.map((name) => `:${name}`).join('/')}`),
    ApiOperation({
      summary: `Get a tile of the log, address of ${segments} ${segments === 1 ? 'part' : 'parts'}`,
      description:
        'C2SP tlog-tiles: 256 hashes of 32 bytes, or as many as `.p/{W}` says; with the level `entries`, the records themselves, each behind its length in two bytes. The prefix of the log is /api/registry.',
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

/** The log as C2SP tlog-tiles, so that its clients read it: https://c2sp.org/tlog-tiles. */
@ApiTags('Registry')
@Controller('api/registry/tile')
export class TilesController {
  constructor(private readonly reader: RegistryReader) {}

  @TileOf(1)
  async tile1(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.send(level, [n1], request, reply);
  }

  @TileOf(2)
  async tile2(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2], request, reply);
  }

  @TileOf(3)
  async tile3(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Param('n3') n3: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2, n3], request, reply);
  }

  @TileOf(4)
  async tile4(
    @Param('level') level: string,
    @Param('n1') n1: string,
    @Param('n2') n2: string,
    @Param('n3') n3: string,
    @Param('n4') n4: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.send(level, [n1, n2, n3, n4], request, reply);
  }

  private async send(
    name: string,
    segments: readonly string[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer> {
    const place = readTilePlace(segments);
    const level = name === 'entries' ? 'entries' : readTileLevel(name);
    if (level === null) throw badParameter('level', 'must be a number from 0 to 63, or entries');
    if (place === null) throw new ProblemException('not-found', { detail: 'No tile has an address of this form.' });
    const body = level === 'entries' ? await this.reader.entries(place) : await this.reader.tile(level, place);
    delete request.headers['accept-encoding'];
    void reply.headers(fileHeaders({ sha256: sha256Hex(body), immutable: true }, BYTES));
    return body;
  }
}
