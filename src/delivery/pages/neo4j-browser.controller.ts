import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { CLOCK, nowMillis, type Clock } from '../../platform/common/clock';
import { packagePath } from '../../platform/common/package-root';
import { ENVIRONMENT, type Environment } from '../../platform/config/environment';
import { pagesNearby } from '../../platform/config/public-url';
import { CypherCatalogue } from '../../platform/graph/cypher-catalogue.service';
import { BROWSER_GUIDE_PATH, BROWSER_STYLE_PATH } from '../../platform/graph/embedded-config';
import { browserGuide } from './browser-guide';
import { PageRoute } from './page-route.decorator';
import { GraphPagesRepository } from './graph-pages.repository';

@ApiExcludeController()
@Controller()
export class Neo4jBrowserController {
  private readonly style = readFileSync(packagePath('cypher', 'explore', 'style.grass'), 'utf8');

  constructor(
    private readonly pages: GraphPagesRepository,
    private readonly saved: CypherCatalogue,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @PageRoute(BROWSER_GUIDE_PATH)
  async guide(): Promise<string> {
    const examples = await this.pages.examples(nowMillis(this.clock));
    const queries = this.saved.all().filter(({ name }) => name.startsWith('explore/'));
    return browserGuide(queries, examples, pagesNearby(this.environment));
  }

  @Get(BROWSER_STYLE_PATH)
  @Header('Content-Type', 'text/plain; charset=utf-8')
  grass(): string {
    return this.style;
  }
}
