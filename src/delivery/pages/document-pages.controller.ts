import { Controller, Inject, Logger, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { errorMessage } from '../../platform/common/error-message';
import { isUtcDate } from '../../platform/common/utc-time';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { SOURCE_TYPE_SEED, type SourceTypeSeed } from '../../confluence/source-type-seed.provider';
import { CaptureService } from '../../registry/captures/capture.service';
import { RegistryReader } from '../../registry/registry-reader.service';
import { isDocumentId } from '../../registry/registry-path';
import { aboutPage } from './about-page';
import { PageRoute } from './page-route.decorator';
import { SiteService } from './site.service';
import { schemaPage } from './schema-page';
import { askedName, verifyPage, type VerifyPageData } from './verify-page';

const PATIENCE_MS = 2_000;

@ApiExcludeController()
@Controller()
export class DocumentPagesController {
  private readonly logger = new Logger(DocumentPagesController.name);

  constructor(
    private readonly registry: RegistryReader,
    private readonly captures: CaptureService,
    @Inject(SOURCE_TYPE_SEED) private readonly seed: SourceTypeSeed,
    private readonly site: SiteService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @PageRoute('about')
  async about(): Promise<string> {
    const [vkey, captures] = await Promise.all([
      this.unlessAway(async () => (await this.registry.vkey()).text.trim()),
      this.unlessAway(() => this.captures.summary()),
    ]);
    return aboutPage({
      site: (await this.unlessAway(() => this.site.read())) ?? this.site.standing,
      environment: this.environment,
      seed: this.seed,
      vkey,
      captures,
    });
  }

  @PageRoute('dataset/schema')
  schema(): string {
    return schemaPage(this.site.standing);
  }

  @PageRoute('verify', { asks: true })
  async verify(@Query('q') given: unknown, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const asked = askedName(given);
    if (asked !== null && isUtcDate(asked)) {
      void reply.status(302).header('location', `/registry/${asked}`);
      return '';
    }
    const [log, found] = await Promise.all([
      this.logState().catch((error: unknown) => this.gone(error)),
      asked === null || !isDocumentId(asked) ? null : this.registry.lookUp(asked),
    ]);
    return verifyPage({ site: this.site.standing, asked, found, log });
  }

  private async logState(): Promise<VerifyPageData['log']> {
    const [vkey, note, index] = await Promise.all([
      this.registry.vkey(),
      this.registry.checkpoint(),
      this.registry.index(),
    ]);
    const days = JSON.parse(index.text) as { date: string }[];
    return {
      vkey: vkey.text.trim(),
      treeSize: Number(note.text.split('\n')[1]),
      sealedDate: days.at(-1)?.date ?? null,
    };
  }

  /** Null without the database, so that the rest of the page is served. */
  private async unlessAway<T>(read: () => Promise<T>): Promise<T | null> {
    try {
      return await Promise.race([read(), setTimeout(PATIENCE_MS, null, { ref: false })]);
    } catch (error) {
      return this.gone(error);
    }
  }

  private gone(error: unknown): null {
    this.logger.warn({ cause: errorMessage(error) });
    return null;
  }
}
