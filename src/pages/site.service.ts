import { Inject, Injectable } from '@nestjs/common';
import { fieldsOf, textOf } from '../common/foreign-json';
import { ENVIRONMENT, type Environment } from '../config/environment';
import { GraphService } from '../graph/graph.service';
import { standingSite, type Site } from './site';

/** The lease under which ticks run; it keeps what the last one came to. */
const TICK_LEASE = 'tick';

/** What every page says of its deployment: above all when it was last brought up to date. */
@Injectable()
export class SiteService {
  constructor(
    private readonly graph: GraphService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** For pages that answer without the database. */
  get standing(): Site {
    return standingSite(this.environment);
  }

  async read(): Promise<Site> {
    const [lease] = await this.graph.read<{ report: string | null }>('pipeline/get-lease', {
      id: TICK_LEASE,
    });
    const report = lease?.report ?? null;
    const started = report === null ? null : textOf(fieldsOf(JSON.parse(report))['started_at']);
    const updatedAt = started === null ? null : Date.parse(started);
    const { polling, pollIntervalSeconds } = this.environment;
    return {
      ...this.standing,
      updatedAt,
      nextAt: updatedAt === null || !polling ? null : updatedAt + pollIntervalSeconds * 1000,
    };
  }
}
