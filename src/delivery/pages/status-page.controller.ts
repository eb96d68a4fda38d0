import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageRoute } from './page-route.decorator';
import { SiteService } from './site.service';
import { statusPage } from './status-page';
import { StatusService } from '../../pipeline/status.service';

/** The HTML page. */
@ApiExcludeController()
@Controller()
export class StatusPageController {
  constructor(
    private readonly status: StatusService,
    private readonly site: SiteService,
  ) {}

  @PageRoute('status')
  async show(): Promise<string> {
    const [site, status] = await Promise.all([this.site.read(), this.status.read()]);
    return statusPage(site, status);
  }
}
