import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Http, type RequestReply } from '../../platform/http/request-reply.decorator';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Immutable } from '../../platform/http/caching.decorator';
import { ProblemException, notFound } from '../../platform/http/problem';
import { assetNamed, type Asset } from './assets.provider';

const brotli = promisify(brotliCompress);

@ApiExcludeController()
@Controller('assets')
export class AssetsController {
  private readonly compressed = new Map<string, Promise<Buffer>>();

  /** The hash must be that of the current content. */
  @Get(':hash/:name')
  @Immutable()
  async get(@Param('hash') hash: string, @Param('name') name: string, @Http() http: RequestReply): Promise<Buffer> {
    const asset = assetNamed(name);
    if (asset === null || asset.hash !== hash) throw noAsset();
    return this.send(name, asset, http);
  }

  @Get(':name')
  async latest(@Param('name') name: string, @Http() http: RequestReply): Promise<Buffer> {
    const asset = assetNamed(name);
    if (asset === null) throw noAsset();
    return this.send(name, asset, http);
  }

  private async send(name: string, asset: Asset, { request: { headers }, reply }: RequestReply): Promise<Buffer> {
    void reply.header('content-type', asset.contentType).header('vary', 'accept-encoding');
    if (!/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? '')) return asset.bytes;
    // Compressed once at the highest quality: these bytes are sent as long as the process lives.
    const ready =
      this.compressed.get(name) ?? brotli(asset.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    this.compressed.set(name, ready);
    void reply.header('content-encoding', 'br');
    return ready;
  }
}

const noAsset = (): ProblemException => notFound('No file of the pages has this name.');
